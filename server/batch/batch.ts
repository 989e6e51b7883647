import { type BatchAnswer, type BatchBody, NOT_ATTEMPTED } from '#domain/protocol/batch.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { isDoseCall } from '../doses/dose-set.ts'
import { unreachable } from '../platform/errors.ts'
import { pauses } from '../platform/turns.ts'
import { type Answer, codeOf, refused } from '../sync/answer.ts'
import { readState } from '../sync/state.ts'
import { performWrite, type WriteAnswer, type WriteContext, type Writer } from '../sync/writes.ts'
import { findCall } from './calls.ts'

type Call = BatchBody['calls'][number]

const UNKNOWN = refused(404, 'not_found', 'There is nothing at this address.')
const FAULT = refused(500, 'internal', 'Something went wrong on our side. Please try again.')
const UNTOUCHED = refused(NOT_ATTEMPTED, 'not_attempted', 'This change was not looked at yet. It has to be sent again.')

/**
 * Characters of answers after which a batch goes no further. A call of a few bytes may be answered with a record of hundreds of
 * kilobytes, and all answers are in memory until the last is written down.
 */
const MOST_ANSWERED = 4 * 1024 * 1024

/** Answers that decide nothing about a write: the next one must not overtake it (docs/sync-spec.md, S6). */
export function stopsBatch(answer: Answer): boolean {
  const code = codeOf(answer)
  switch (answer.status) {
    case 401:
    case 408:
    case 425:
    case 426:
    case 429:
      return true
    case 403:
      return code === 'age_required' || code === 'consent_required'
    case 409:
      return code === 'wrong_user'
    case 410:
      return code === 'account_gone'
    default:
      return answer.status >= 500
  }
}

/** Doses of one transaction: others wait for it, on PGlite all others. */
const MOST_TOGETHER = 100

/** What a batch needs besides the database. */
export interface BatchPorts {
  /** One of the calls. A fault is thrown; nothing of that call happened then. */
  perform(call: Call): Promise<WriteAnswer>
  /** A run of doses at once; null when they have to be carried out one by one. Throws like `perform`. */
  performDoses(calls: readonly Call[]): Promise<WriteAnswer[] | null>
  /** Hears of the fault that a call is answered with, so that it is logged. */
  onFault(error: unknown): void
}

/**
 * Answers the calls in order, each as if it had come alone. After the first that decides nothing, and when there are enough answers
 * for one, the rest is answered 424, with sequence 0. Throws the fault of a database that does not answer at all: as long as nothing
 * was decided, the whole request may hear that.
 */
export async function runBatch(calls: readonly Call[], ports: BatchPorts): Promise<BatchAnswer> {
  const results: BatchAnswer['results'] = []
  const pause = pauses()
  let room = MOST_ANSWERED
  for (const run of runsOf(calls)) {
    if (room < 0 || isStopped(results)) break
    const answered = results.length
    await pause()
    const together = run.length > 1 ? await dosesOrNull(run, ports, answered === 0) : null
    if (together) results.push(...together)
    else await performEach(run, ports, results)
    // A dose is answered with hardly more than its call has.
    if (!together) room -= JSON.stringify(results.slice(answered)).length
  }
  while (results.length < calls.length) results.push({ ...UNTOUCHED, seq: 0 })
  return { results }
}

const isStopped = (results: BatchAnswer['results']): boolean => {
  const last = results.at(-1)
  return last !== undefined && stopsBatch(last as Answer)
}

/** The calls in order: doses that follow each other in runs, every other call alone. */
function runsOf(calls: readonly Call[]): Call[][] {
  const runs: Call[][] = []
  for (const call of calls) {
    const last = runs.at(-1)
    const previous = last?.at(-1)
    const isOneMore = previous && isDoseCall(previous) && isDoseCall(call)
    if (last && isOneMore && last.length < MOST_TOGETHER) last.push(call)
    else runs.push([call])
  }
  return runs
}

async function performEach(run: readonly Call[], ports: BatchPorts, results: BatchAnswer['results']): Promise<void> {
  for (const call of run) {
    if (isStopped(results)) return
    results.push(await performOrFault(call, ports, results.length === 0))
  }
}

/** A fault of the set says nothing about its calls: each is then tried by itself. One of the database would only come again. */
async function dosesOrNull(run: readonly Call[], ports: BatchPorts, isFirst: boolean): Promise<WriteAnswer[] | null> {
  try {
    return await ports.performDoses(run)
  } catch (error) {
    if (isUnavailable(error)) return [away(error, ports, isFirst)]
    ports.onFault(error)
    return null
  }
}

async function performOrFault(call: Call, ports: BatchPorts, isFirst: boolean): Promise<WriteAnswer> {
  try {
    return await ports.perform(call)
  } catch (error) {
    if (isUnavailable(error)) return away(error, ports, isFirst)
    ports.onFault(error)
    return { ...FAULT, seq: 0 }
  }
}

/** Behind answers that stand, the answer to the call that met a database which is away; without any, what is thrown. */
function away(error: unknown, { onFault }: BatchPorts, isFirst: boolean): WriteAnswer {
  if (isFirst) throw error
  onFault(error)
  const { status, body } = unreachable()
  return { status, body, seq: 0 }
}

/** One call of a batch, through the very code behind its plain route. */
export async function performCall(context: WriteContext, user: Writer, call: Call): Promise<WriteAnswer> {
  const { method, path, key, body, originalSeq } = call
  const found = method === 'PUT' && originalSeq === undefined ? null : findCall(method, path)
  if (!found) return { ...UNKNOWN, seq: (await readState(context.db, user.id)).seq }
  return performWrite(context, { user, key, body, originalSeq, ...found })
}
