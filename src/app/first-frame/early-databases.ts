declare global {
  /** Left by public/before-paint.js: the databases it has opened, by name; null for one that could not be opened. */
  var earlyDatabases: Map<string, Promise<IDBDatabase | null>> | undefined
}

/** Returns the database that was opened ahead, which is the caller's to close; null if there is none. */
export async function takeEarly(name: string): Promise<IDBDatabase | null> {
  const database = globalThis.earlyDatabases?.get(name)
  globalThis.earlyDatabases?.delete(name)
  return (await database) ?? null
}

/** Closes what nobody has taken, and lets nothing more be opened ahead. */
export function closeEarly(): void {
  const left = [...(globalThis.earlyDatabases?.values() ?? [])]
  globalThis.earlyDatabases = undefined
  for (const database of left) void database.then((opened) => opened?.close())
}
