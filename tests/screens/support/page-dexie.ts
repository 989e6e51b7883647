import * as dexie from 'dexie'

/**
 * Returns Dexie as a page has it, with the IndexedDB of its device for databases that name no other. Everything else is
 * one for all pages: during a transaction Dexie replaces the language's promises with its own.
 */
export function dexieOf(engine: Pick<dexie.DexieOptions, 'indexedDB' | 'IDBKeyRange'>): Record<string, unknown> {
  class Dexie extends dexie.Dexie {
    constructor(name: string, options: dexie.DexieOptions = {}) {
      super(name, { ...engine, ...options })
    }
    static override delete(name: string) {
      return new Dexie(name, { addons: [] }).delete()
    }
  }
  return { ...(dexie as Record<string, unknown>), Dexie, default: Dexie }
}
