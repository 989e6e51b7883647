import { type FileHandle, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { DAY } from '#domain/lib/local-time.ts'
import { syncDirectory, writeWhole } from '../platform/durable.ts'

const at = z.iso.datetime()
const id = z.uuid()

const erasureSchema = z.discriminatedUnion('kind', [
  /** A deleted medication of this user. */
  z.object({ kind: z.literal('medication'), user: id, id, at }),
  /** A deleted medical document of this user. */
  z.object({ kind: z.literal('document'), user: id, id, at }),
  /** A deleted scan of this user. */
  z.object({ kind: z.literal('prescription'), user: id, id, at }),
  /** A deleted appointment of this user. */
  z.object({ kind: z.literal('appointment'), user: id, id, at }),
  /** A deleted person without sign-in, who belonged to this user. */
  z.object({ kind: z.literal('person'), user: id, id, at }),
  /** A grant that was revoked, of this person. `helper`: the account that had accepted it. */
  z.object({ kind: z.literal('grant'), user: id, id, helper: id.optional(), at }),
  /** A person who is no longer shared with this user. */
  z.object({ kind: z.literal('sharing'), user: id, id, at }),
  /** An ended session. */
  z.object({ kind: z.literal('session'), id, at }),
  /** A personal token that was revoked. */
  z.object({ kind: z.literal('token'), id, at }),
  /** All sessions and personal tokens that the user had at that time were ended. */
  z.object({ kind: z.literal('sessions'), user: id, at }),
  /** A push subscription that was ended or moved to another account. */
  z.object({ kind: z.literal('subscription'), id, at }),
  /** A withdrawn parental consent; the id is that of the request. */
  z.object({ kind: z.literal('consent'), user: id, id, at }),
  /** A deleted account. */
  z.object({ kind: z.literal('account'), user: id, at }),
])

/** What a restore must not bring back (S11.8). Only ids and instants: the journal never contains health data. */
export type Erasure = z.infer<typeof erasureSchema>

/** Longer than any snapshot is kept, so that a restore finds every erasure made after its snapshot. */
export const JOURNAL_KEPT = 35 * DAY

/** Where services record what they erased. */
export interface ErasureRecorder {
  /**
   * Resolves once the erasures are on disk. Await it after the commit and before the response, so that what a client
   * was told is gone stays gone after a restore too. Rejects if writing fails; recording the same erasures again is
   * fine.
   */
  record(...erasures: Erasure[]): Promise<void>
  /** Returns whether this user's account was erased, as far back as the journal goes. */
  hasErased(user: string): Promise<boolean>
}

export interface ErasureJournal extends ErasureRecorder {
  /**
   * Returns everything recorded, oldest first. `unreadable` counts lines that were damaged, for example by a power cut.
   */
  read(): Promise<{ erasures: Erasure[]; unreadable: number }>
  /** Removes entries older than 35 days and damaged lines. `now` is in milliseconds since the epoch. */
  trim(now: number): Promise<void>
}

const NEWLINE = 0x0a

/**
 * The journal of a data directory: one JSON line per erasure in `erasures.jsonl`, which is append-only except for
 * trimming.
 */
export function erasureJournal(dataDir: string): ErasureJournal {
  const file = join(dataDir, 'erasures.jsonl')
  let last: Promise<unknown> = Promise.resolve()
  /** The lines that the next write to disk will include. */
  let next: { lines: string[]; written: Promise<void> } | null = null

  /** Runs after all earlier work, whether that succeeded or not. */
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  const read = () => inOrder(async () => parse(await readLines(file)))

  return {
    hasErased: async (user) => {
      const { erasures } = await read()
      return erasures.some((erasure) => erasure.kind === 'account' && erasure.user === user)
    },
    record: (...erasures) => {
      if (erasures.length === 0) return Promise.resolve()
      if (!next) {
        const lines: string[] = []
        const written = inOrder(() => {
          next = null
          return append(file, lines)
        })
        next = { lines, written }
      }
      next.lines.push(...erasures.map((erasure) => JSON.stringify(erasure)))
      return next.written
    },
    read,
    trim: (now) =>
      inOrder(async () => {
        const lines = await readLines(file)
        const kept = lines.filter((line) => isRecent(line, now))
        if (kept.length < lines.length) await writeWhole(file, kept.map((line) => `${line}\n`).join(''))
      }),
  }
}

async function append(file: string, lines: string[]): Promise<void> {
  const handle = await open(file, 'a+', 0o600)
  try {
    const { size } = await handle.stat()
    const torn = size > 0 && !(await endsWithNewline(handle, size))
    await handle.appendFile(`${torn ? '\n' : ''}${lines.join('\n')}\n`)
    await handle.sync()
    if (size === 0) await syncDirectory(dirname(file))
  } finally {
    await handle.close()
  }
}

async function endsWithNewline(handle: FileHandle, size: number): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] === NEWLINE
}

async function readLines(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function parse(lines: string[]): { erasures: Erasure[]; unreadable: number } {
  const parsed = lines.map((line) => erasureSchema.safeParse(jsonOf(line)))
  const erasures = parsed.flatMap((line) => (line.success ? [line.data] : []))
  return { erasures, unreadable: lines.length - erasures.length }
}

/** Judged by its time only, so that kinds added by a later version survive a run of this one. */
function isRecent(line: string, now: number): boolean {
  const dated = z.object({ at }).safeParse(jsonOf(line))
  return dated.success && Date.parse(dated.data.at) >= now - JOURNAL_KEPT
}
