/**
 * Makes a reading run once when several readers request it for the same text in a row. Its result must not be changed.
 * @param read pure: the result depends on the text alone
 */
export function ofSameText<Value>(read: (text: string) => Value): (text: string) => Value {
  let last: { text: string; value: Value } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) }
    return last.value
  }
}

/**
 * Makes a reading run once for each text, while the returned function is in use: nothing that was read outlives its
 * label or card.
 */
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
