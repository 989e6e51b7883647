import { type KeyObject, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOUR } from '#domain/lib/local-time.ts'
import { filesIn } from '../platform/data-dir.ts'
import { syncDirectory } from '../platform/durable.ts'
import { seal, unseal } from './sealing.ts'

/**
 * Stores uploaded pictures encrypted, as files or at a service (open-blobs.ts). A blob is written before the commit
 * that names it, never changed, and removed after the commit that drops it. One that no row names is an orphan
 * (orphans.ts).
 */
export interface BlobStore {
  /** Resolves once it is safely on disk or at the service. The id must be new: nothing was ever written under it. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** Returns what was put, or null if there is nothing. Throws SealBroken if the stored bytes are not what was put. */
  get(id: string): Promise<Buffer | null>
  /** Removes the blob if it exists. */
  remove(id: string): Promise<void>
  /** Returns the ids of all blobs put before this instant (milliseconds since the epoch). */
  idsBefore(instant: number): Promise<string[]>
}

const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Returns whether this is a valid blob id. */
export const isBlobId = (id: string): boolean => NAME.test(id)

/** Returns the id if it is valid. Otherwise throws, because it could lead outside the blobs' folder. */
export function checkBlobId(id: string): string {
  if (!isBlobId(id)) throw new Error('a blob is named by a UUID')
  return id
}

/** No upload takes longer than this from its first byte on disk to its last. */
const UPLOADED_WITHIN = HOUR

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Stores files below `files` in the data directory, which snapshots link to. Files being written are in `incoming`: a
 * snapshot links files, and a half-written one would go on growing inside it.
 */
export function fileBlobStore(dataDir: string, key: KeyObject): BlobStore {
  const root = filesIn(dataDir)
  const incoming = join(dataDir, 'incoming')
  // A UUIDv7 ends in random digits and begins with the time.
  const fileOf = (id: string): string => join(root, checkBlobId(id).slice(-2), id)
  return {
    async put(id, bytes) {
      const [file, draft] = [fileOf(id), join(incoming, randomUUID())]
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const directory = dirname(file)
      const made = await mkdir(directory, { recursive: true, mode: 0o700 })
      try {
        await writeDurably(draft, seal(key, id, bytes))
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncDirectory(directory)
      if (made !== undefined) await syncDirectory(root)
    },
    async get(id) {
      try {
        return unseal(key, id, await readFile(fileOf(id)))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (id) => rm(fileOf(id), { force: true }),
    async idsBefore(instant) {
      await clearDrafts(incoming, instant)
      const found: string[] = []
      for (const folder of await namesIn(root)) {
        for (const name of await namesIn(join(root, folder))) {
          if (!isBlobId(name)) continue
          const written = await stat(join(root, folder, name)).catch(() => null)
          if (written && written.mtimeMs < instant) found.push(name)
        }
      }
      return found
    },
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes drafts from before this instant, but never those of uploads in progress. */
async function clearDrafts(incoming: string, before: number): Promise<void> {
  const instant = Math.min(before, Date.now() - UPLOADED_WITHIN)
  for (const name of await namesIn(incoming)) {
    const draft = join(incoming, name)
    const written = await stat(draft).catch(() => null)
    if (written && written.mtimeMs < instant) await rm(draft, { force: true })
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
