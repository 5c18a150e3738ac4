/* Random numbers that are the same every time. */

/** Random numbers that are always the same ones (mulberry32). */
export function randomNumbers(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (number) => Math.floor(next() * number);
  return { below, of: (list) => list[below(list.length)] };
}
