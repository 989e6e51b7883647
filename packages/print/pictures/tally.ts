/** Adds to one number of a table; positions outside of it are ignored. */
export function addTo(table: Uint32Array | Float64Array, at: number, amount = 1): void {
  const before = table[at]
  if (before !== undefined) table[at] = before + amount
}
