"""The toolkit for pictures: text, SVG, PNG, pages. It knows no puzzle."""
