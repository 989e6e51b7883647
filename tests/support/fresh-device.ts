/**
 * Before each file of client tests: a device on which nothing was ever stored, and modules that remember nothing. The
 * files of a worker share one process, because to start one per file took as long as all tests together.
 */
import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, vi } from 'vitest'

vi.resetModules()
globalThis.indexedDB = new IDBFactory()
// It took the first one when it was loaded, and is loaded once per process.
Dexie.dependencies.indexedDB = globalThis.indexedDB

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
