import { randomUUID } from 'node:crypto'
import { unwatchFile, watchFile } from 'node:fs'
import { mkdir, readdir, readFile, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { writeWhole } from '../platform/durable.ts'
import { snapshotsIn } from './snapshots.ts'

/**
 * How `npm run backup` asks the server that has the database open: a file `.request-<id>` in the folder of the snapshots,
 * answered by `.answer-<id>`. Files, because who may write there may do it, and nobody else: no port, no password.
 */
const REQUEST = /^\.request-([0-9a-f-]{36})$/
const answerFile = (root: string, id: string) => join(root, `.answer-${id}`)

/** By looking, not by the system's events, which volumes of containers and networks do not always pass on. */
const CHECK_EVERY = 1_000

const answerSchema = z.union([z.object({ snapshot: z.string() }), z.object({ failed: z.string() })])

/** The name of the snapshot, or why there is none. */
export type SnapshotAnswer = z.infer<typeof answerSchema>

/** Answers requests in the data directory until it is stopped. `take` may be called while an earlier call still runs. */
export async function answerRequests(dataDir: string, take: () => Promise<SnapshotAnswer>): Promise<{ stop(): void }> {
  const root = snapshotsIn(dataDir)
  await mkdir(root, { recursive: true, mode: 0o700 })
  const look = async () => {
    for (const name of await readdir(root).catch(() => [])) {
      const id = REQUEST.exec(name)?.[1]
      if (!id) continue
      // A look that began meanwhile has seen it too: only who removes it answers it.
      if (!(await removed(join(root, name)))) continue
      // Whoever asked hears nothing from a disk that takes no answer either, and gives up.
      await writeWhole(answerFile(root, id), JSON.stringify(await take())).catch(() => undefined)
    }
  }
  watchFile(root, { interval: CHECK_EVERY, persistent: false }, look)
  await look()
  return { stop: () => unwatchFile(root, look) }
}

/** Whether this call removed it. By `unlink`: of two `rm` at the same time Node lets both succeed. */
async function removed(file: string): Promise<boolean> {
  try {
    await unlink(file)
    return true
  } catch {
    return false
  }
}

/** Asks the server that runs on the data directory. Null when it gave no answer within that many milliseconds. */
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
