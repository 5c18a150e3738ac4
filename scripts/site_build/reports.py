"""Reports on kept results of sweeps stand on the site below the pages that are named like them."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from ilpuzzles.bench.report import BenchReport, report
from ilpuzzles.bench.results import read_results
from scripts.site_build.links import TOP

PAGES = ("benchmarks/seeds.md",)
"""The pages with a report; its results lie beside them, in a file of JSON lines."""


def report_of(page: str) -> BenchReport:
    """The report on the results beside a page."""
    results = read_results((TOP / "docs" / page).with_suffix(".jsonl"))
    prefix = f"{PurePosixPath(page).stem}-"
    return report(results, prefix=prefix)


def on_files(files: Files, config: MkDocsConfig, **_others: Any) -> Files:
    """Adds the charts."""
    for page in PAGES:
        folder = PurePosixPath(page).parent
        for name, svg in report_of(page).pictures.items():
            files.append(File.generated(config, str(folder / name), content=svg))
    return files


def on_page_markdown(markdown: str, page: Page, **_others: Any) -> str:
    """Adds the report, without its title."""
    if page.file.src_uri not in PAGES:
        return markdown
    return markdown + report_of(page.file.src_uri).markdown.partition("\n")[2]
