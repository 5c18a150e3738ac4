// @ts-check
/* What all pages of a browser have in common: choices, and keys that are too long for an address. */

import { digestOf } from "./page_address.js";

const LONG_KEYS = "ilpuzzles-long-keys"; // keys of boards that are too long for an address
const MOST_LONG_KEYS = 16;

/**
 * What was chosen on an earlier page, if the browser keeps that.
 * @param {string} key
 */
export function keptChoice(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keeps a choice for later pages, where the browser allows it.
 * @param {string} key
 * @param {string} choice
 */
export function keepChoice(key, choice) {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // It holds for this page.
  }
}

/** The last keys that were too long for an address, by their digests.
    @returns {[string, string][]} */
export function keptLongKeys() {
  try {
    const kept = JSON.parse(keptChoice(LONG_KEYS) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} key */
export function keepLongKey(key) {
  const digest = digestOf(key), kept = keptLongKeys();
  if (kept[0]?.[0] === digest) return;
  const others = kept.filter(([other]) => other !== digest);
  keepChoice(LONG_KEYS, JSON.stringify([[digest, key], ...others].slice(0, MOST_LONG_KEYS)));
}
