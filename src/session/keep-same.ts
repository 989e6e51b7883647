/** Fields of an event that change when the server has it, and that nobody sees. */
const OF_SYNC: ReadonlySet<string> = new Set(['seq', 'receivedAt', 'looseAt'])

/**
 * Returns a function that replaces each item of a list by the item with the same key in the list before, if they are
 * equal: what is drawn from an item that stayed the same object need not be drawn again.
 */
export function keepSame<T extends object>(keyOf: (item: T) => string): (items: readonly T[]) => T[] {
  let known = new Map<string, T>()
  return (items) => {
    const kept = items.map((item) => {
      const before = known.get(keyOf(item))
      return before && isEqual(before, item) ? before : item
    })
    known = new Map(kept.map((item) => [keyOf(item), item]))
    return kept
  }
}

/** Returns whether two values of plain data are equal, whatever sync did to them. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  for (const key of keys) {
    if (OF_SYNC.has(key)) continue
    if (!isEqual(one[key as keyof typeof one], other[key as keyof typeof other])) return false
  }
  return true
}
