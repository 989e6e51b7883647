/**
 * The same reading, done once where several readers ask it of the same text one after the other. Nobody changes what it gives.
 * @param read pure: what it gives depends on the text alone
 */
export function ofSameText<Value>(read: (text: string) => Value): (text: string) => Value {
  let last: { text: string; value: Value } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) }
    return last.value
  }
}

/** The same reading, done once for each text, for as long as whoever asks keeps it: nothing that was read outlives its label or card. */
export function remembered<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = read(text)
    known.set(text, value)
    return value
  }
}
