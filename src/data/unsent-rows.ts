import type { UserId } from '#domain/lib/ids.ts'
import { databaseName } from './database-names.ts'

/** What has not reached the server, as raw rows of the local database, whatever version of the app wrote them. */
export interface UnsentRows {
  /** How many changes they are. */
  count: number
  stores: Record<string, unknown[]>
}

/** Longer than working storage ever takes to open, in milliseconds. */
const OPEN_WITHIN = 4000

/** The stores of unsent changes, and which of their rows count. */
const STORES: Record<string, (row: { state?: string }) => boolean> = {
  outbox: () => true,
  giveBack: () => true,
  documentQueue: ({ state }) => state !== 'sent',
  keptScans: () => true,
}

/**
 * Reads the unsent changes of a database that the app itself cannot open or read. Uses plain IndexedDB at the existing
 * version, changes nothing, and reads row by row, so that one unreadable row does not cost the others. Returns null if
 * nothing can be read at all. Never rejects.
 */
export async function readUnsentRows(user: UserId): Promise<UnsentRows | null> {
  try {
    const db = await openAsItIs(databaseName(user))
    try {
      const stores: Record<string, unknown[]> = {}
      for (const [name, isUnsent] of Object.entries(STORES))
        if (db.objectStoreNames.contains(name)) stores[name] = (await readRows(db, name)).filter(isUnsent)
      const count = Object.values(stores).reduce((sum, rows) => sum + rows.length, 0)
      const pictures = await picturesOf(db, stores.documentQueue ?? [])
      return { count, stores: { ...stores, ...(pictures.length > 0 ? { documentPictures: pictures } : {}) } }
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}

/** Returns them as a file: JSON, with each picture as a data URL. */
export async function fileOfUnsent({ stores }: UnsentRows): Promise<Blob> {
  const text = JSON.stringify(await withTexts(stores), null, 2)
  return new Blob([text], { type: 'application/json' })
}

/** Rejects if there is no such database, if it cannot be opened, or if opening takes too long. */
function openAsItIs(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    const limit = setTimeout(() => reject(new Error('The database does not answer.')), OPEN_WITHIN)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      clearTimeout(limit)
      resolve(request.result)
      // The caller may have given up by now, so this connection must not block whatever comes next.
      request.result.onversionchange = () => request.result.close()
    }
  })
}

/**
 * Returns the rows of a store up to the first unreadable one, then those from the end back to the last unreadable one.
 */
async function readRows(db: IDBDatabase, store: string): Promise<Record<string, unknown>[]> {
  const forwards = await walk(db, store, 'next')
  if (forwards.isWhole) return forwards.rows
  const backwards = await walk(db, store, 'prev')
  return [...forwards.rows, ...backwards.rows.reverse()]
}

function walk(
  db: IDBDatabase,
  store: string,
  direction: IDBCursorDirection,
): Promise<{ rows: Record<string, unknown>[]; isWhole: boolean }> {
  return new Promise((resolve) => {
    const rows: Record<string, unknown>[] = []
    const end = (isWhole: boolean) => resolve({ rows, isWhole })
    const safely = (step: () => void) => {
      try {
        step()
      } catch {
        end(false)
      }
    }
    safely(() => {
      const transaction = db.transaction(store)
      transaction.onabort = () => end(false)
      const request = transaction.objectStore(store).openCursor(null, direction)
      request.onerror = () => end(false)
      request.onsuccess = () => {
        const { result: cursor } = request
        if (!cursor) return end(true)
        safely(() => {
          rows.push(cursor.value)
          cursor.continue()
        })
      }
    })
  })
}

/** Returns the pictures of documents waiting to be uploaded. */
async function picturesOf(db: IDBDatabase, queue: readonly unknown[]): Promise<unknown[]> {
  if (queue.length === 0 || !db.objectStoreNames.contains('documentPictures')) return []
  const ids = new Set(queue.map((row) => (row as { documentId?: unknown }).documentId))
  return (await readRows(db, 'documentPictures')).filter(({ id }) => ids.has(id))
}

async function withTexts(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return dataUrlOf(value)
  if (Array.isArray(value)) return Promise.all(value.map(withTexts))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(async ([name, part]) => [name, await withTexts(part)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

async function dataUrlOf(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return `data:${blob.type};base64,${btoa(text)}`
}
