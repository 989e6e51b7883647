/** Called on a change with the name of the item, or null when all were removed. */
export type StorageListener = (key: string | null, oldValue: string | null, newValue: string | null) => void

/**
 * Web storage that outlives a page: jsdom's belongs to one document. Two with the same `values` belong to two tabs of
 * one device.
 */
export function storage(values = new Map<string, string>(), changed: StorageListener = () => {}): Storage {
  const write = (name: string, value: string | null) => {
    const before = values.get(name) ?? null
    if (before === value) return
    if (value === null) values.delete(name)
    else values.set(name, value)
    changed(name, before, value)
  }
  return {
    get length() {
      return values.size
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => write(name, String(value)),
    removeItem: (name) => write(name, null),
    clear: () => {
      values.clear()
      changed(null, null, null)
    },
  }
}
