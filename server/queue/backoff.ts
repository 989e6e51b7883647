/**
 * Returns a function that says how long to wait (ms) after a number of failures in a row: each doubles the first pause,
 * up to the longest.
 */
export const doubling =
  (first: number, longest = Number.POSITIVE_INFINITY) =>
  (failures: number): number =>
    Math.min(longest, first * 2 ** Math.min(Math.max(failures - 1, 0), 30))
