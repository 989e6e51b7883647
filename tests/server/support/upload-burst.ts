import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AppServer } from '#tests/support/app-server.ts'
import { type Account, signUp } from './account.ts'

/** What many simultaneous uploads cost a server, in bytes of memory including its helper processes. */
export interface Burst {
  before: number
  /** The highest use while they were under way, and the use when all were answered. */
  peak: number
  /** The share of helper processes in the highest use. */
  helpers: number
  after: number
  /** How many were answered with each status. */
  statuses: Record<number, number>
  /** Seconds until the last answer. */
  seconds: number
}

const SAMPLE_EVERY = 50

/**
 * Lets that many users send that many pictures each, all at the same moment.
 * @param fields text fields sent with the picture; unless all are given, its label is read too
 */
export async function uploadBurst(
  server: AppServer,
  { people, each, picture, fields }: { people: number; each: number; picture: Buffer; fields: Record<string, string> },
): Promise<Burst> {
  const accounts: Account[] = []
  while (accounts.length < people) accounts.push(await signUp(server))
  const before = memoryOf(server.pid())
  let [peak, helpers] = [before, 0]
  const sampling = setInterval(() => {
    const all = memoryOf(server.pid())
    if (all < peak) return
    peak = all
    helpers = all - ownMemoryOf(server.pid())
  }, SAMPLE_EVERY)
  // One for all: copies of it, half a gigabyte together, would take longer to make than to send.
  const sent = new Blob([new Uint8Array(picture)])
  const begun = performance.now()
  const answers = await Promise.all(
    accounts
      .flatMap((account) => Array.from({ length: each }, () => account))
      .map((account) => {
        const form = new FormData()
        for (const [name, value] of Object.entries(fields)) form.append(name, value)
        form.append('image', sent, 'picture.jpg')
        return account.request('POST', '/api/medical-documents/upload', { body: form, key: randomUUID() })
      }),
  )
  clearInterval(sampling)
  const statuses: Record<number, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  const seconds = (performance.now() - begun) / 1000
  return { before, peak, helpers, after: memoryOf(server.pid()), statuses, seconds }
}

/** The memory of the process alone. */
function ownMemoryOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

/**
 * Returns the resident bytes of a process and of those it has started; memory that several share counts once. Linux
 * only.
 */
function memoryOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return ownMemoryOf(pid) + children.reduce((sum, child) => sum + memoryOf(Number(child)), 0)
  } catch {
    // It ended between the two reads.
    return 0
  }
}
