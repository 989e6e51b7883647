import { randomUUID } from 'node:crypto'
import { unwatchFile, watchFile } from 'node:fs'
import { mkdir, readdir, readFile, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { writeWhole } from '../platform/durable.ts'
import { snapshotsIn } from './snapshots.ts'

/**
 * How `npm run backup` asks the server that has the database open: with a file `.request-<id>` in the snapshots'
 * folder, answered by `.answer-<id>`. Files, because that needs no port and no password: only those who may write there
 * can do it.
 */
const REQUEST = /^\.request-([0-9a-f-]{36})$/
const answerFile = (root: string, id: string) => join(root, `.answer-${id}`)

/** By polling, because volumes of containers and network drives do not always pass on the system's file events. */
const CHECK_EVERY = 1_000

const answerSchema = z.union([z.object({ snapshot: z.string() }), z.object({ failed: z.string() })])

/** The name of the snapshot, or why there is none. */
export type SnapshotAnswer = z.infer<typeof answerSchema>

/**
 * Answers requests in the data directory until stopped. `take` may be called while an earlier call is still running.
 */
export async function answerRequests(dataDir: string, take: () => Promise<SnapshotAnswer>): Promise<{ stop(): void }> {
  const root = snapshotsIn(dataDir)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const look = async () => {
    for (const name of await readdir(root).catch(() => [])) {
      const id = REQUEST.exec(name)?.[1]
      if (!id) continue
      // Another check may have seen it too: only the one that removes the request answers it.
      if (!(await removed(join(root, name)))) continue
      // If the disk cannot take the answer either, the requesting program gets none and gives up.
      await writeWhole(answerFile(root, id), JSON.stringify(await take())).catch(() => undefined)
    }
  }
  watchFile(root, { interval: CHECK_EVERY, persistent: false }, look)
  await look()
  return { stop: () => unwatchFile(root, look) }
}

/** Returns whether this call removed it. Uses `unlink`, because Node lets two parallel `rm` calls both succeed. */
async function removed(file: string): Promise<boolean> {
  try {
    await unlink(file)
    return true
  } catch {
    return false
  }
}

/** Asks the server running on the data directory. Returns null if there is no answer within this many milliseconds. */
export async function askForSnapshot(dataDir: string, within: number): Promise<SnapshotAnswer | null> {
  const root = snapshotsIn(dataDir)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const id = randomUUID()
  const request = join(root, `.request-${id}`)
  await writeWhole(request, '')
  const end = performance.now() + within
  while (performance.now() < end) {
    const text = await readFile(answerFile(root, id), 'utf8').catch(() => null)
    if (text !== null) {
      await rm(answerFile(root, id), { force: true })
      return answerSchema.parse(JSON.parse(text))
    }
    await pause(100)
  }
  await rm(request, { force: true })
  return null
}
