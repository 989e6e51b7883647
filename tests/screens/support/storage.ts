/** Web storage that outlives a page: jsdom's belongs to one document. */
export function storage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, String(value)),
    removeItem: (name) => void values.delete(name),
    clear: () => values.clear(),
  }
}
