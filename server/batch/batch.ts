import { type Role, roleAllows, roleSentence } from '#domain/access/roles.ts'
import { t } from '#domain/language/translate.ts'
import { type BatchAnswer, type BatchBody, NOT_ATTEMPTED } from '#domain/protocol/batch.ts'
import type { DosePlace, RecordedDose } from '#domain/records/dose-event.ts'
import type { LoggedBy } from '#domain/records/logged-by.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { isDoseCall } from '../doses/dose-set.ts'
import { ApiError, unreachable } from '../platform/errors.ts'
import { pauses } from '../platform/turns.ts'
import { type Answer, codeOf, refused } from '../sync/answer.ts'
import { readState } from '../sync/state.ts'
import { performWrite, type WriteAnswer, type WriteCall, type WriteContext, type Writer } from '../sync/writes.ts'
import { findCall } from './calls.ts'

type Call = BatchBody['calls'][number]

const UNKNOWN = () => refused(404, 'not_found', t('There is nothing at this address.'))
const FAULT = () => refused(500, 'internal', t('Something went wrong on our side. Please try again.'))
const UNTOUCHED = () =>
  refused(NOT_ATTEMPTED, 'not_attempted', t('This change was not looked at yet. It has to be sent again.'))

/**
 * After this many characters of responses, a batch stops. A call of a few bytes may return a record of hundreds of
 * kilobytes, and all responses stay in memory until the last one is written.
 */
const MOST_ANSWERED = 4 * 1024 * 1024

/**
 * Returns whether a response leaves its write undecided, so that the next write must not overtake it
 * (docs/sync-spec.md, S6).
 */
export function stopsBatch(answer: Answer): boolean {
  const code = codeOf(answer)
  switch (answer.status) {
    case 401:
    case 408:
    case 425:
    case 426:
    case 429:
      return true
    case 404:
      return code === 'person_gone'
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

/** Doses per transaction: others wait for it, and on PGlite everyone does. */
const MOST_TOGETHER = 250

/** What a batch needs besides the database. */
export interface BatchPorts {
  /** Performs one call. Throws a fault; in that case the call has changed nothing. */
  perform(call: Call): Promise<WriteAnswer>
  /** Performs a run of doses together. Returns null if they have to be performed one by one. Throws like `perform`. */
  performDoses(calls: readonly Call[]): Promise<WriteAnswer[] | null>
  /** Called with the fault that a call's response is about, so that it is logged. */
  onFault(error: unknown): void
}

/**
 * Performs the calls in order and returns their responses, each as if it had come alone. After the first undecided one,
 * or once there are enough responses for one batch, the remaining calls get 424 with sequence 0. If the database does
 * not respond at all, or whose data it is are gone, and nothing has been decided yet, it throws that error, so that the
 * whole request can report it.
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
    if (together) results.push(...together.map(asPlace))
    else await performEach(run, ports, results)
    // A dose's response is hardly larger than its call.
    if (!together) room -= JSON.stringify(results.slice(answered)).length
  }
  while (results.length < calls.length) results.push({ ...UNTOUCHED(), seq: 0 })
  return { results }
}

/** Leaves out of the response to a logged dose what its call said. */
function asPlace(answer: WriteAnswer): WriteAnswer {
  if (answer.status !== 201) return answer
  const { seq, receivedAt, by, first } = answer.body as RecordedDose
  const body: DosePlace = { seq, receivedAt, ...(by && { by }), ...(first && { first }) }
  return { ...answer, body }
}

const isStopped = (results: BatchAnswer['results']): boolean => {
  const last = results.at(-1)
  return last !== undefined && stopsBatch(last as Answer)
}

/** Groups the calls in order: consecutive doses into runs, every other call alone. */
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
    const answer = await performOrFault(call, ports, results.length === 0)
    results.push(isDoseCall(call) ? asPlace(answer) : answer)
  }
}

/**
 * A fault of the set says nothing about its calls, so each is then tried alone. A database fault would only come again.
 */
async function dosesOrNull(run: readonly Call[], ports: BatchPorts, isFirst: boolean): Promise<WriteAnswer[] | null> {
  try {
    return await ports.performDoses(run)
  } catch (error) {
    if (isUndecided(error)) return [away(error, ports, isFirst)]
    ports.onFault(error)
    return null
  }
}

async function performOrFault(call: Call, ports: BatchPorts, isFirst: boolean): Promise<WriteAnswer> {
  try {
    return await ports.perform(call)
  } catch (error) {
    if (isUndecided(error)) return away(error, ports, isFirst)
    ports.onFault(error)
    return { ...FAULT(), seq: 0 }
  }
}

/** Whether the error is about the whole batch: no database, or nobody any more whose data it could change. */
const isUndecided = (error: unknown): boolean => isUnavailable(error) || error instanceof ApiError

/** Returns the response for a call that met such an error, if earlier responses stand. Otherwise throws. */
function away(error: unknown, { onFault }: BatchPorts, isFirst: boolean): WriteAnswer {
  if (isFirst) throw error
  if (!(error instanceof ApiError)) onFault(error)
  const { status, body } = error instanceof ApiError ? error : unreachable()
  return { status, body, seq: 0 }
}

/** Whose data a batch works on, and what whoever asks may do with it. */
export interface BatchWriter {
  user: Writer
  role: Role
  /** Whether it is the account's own person: only then may the batch change the account as well. */
  isSelf: boolean
  /** Whose entries in the logs these are, if they are made for somebody else. */
  by: LoggedBy | null
}

/** Performs one call of a batch through the same code as its own route. */
export async function performCall(context: WriteContext, writer: BatchWriter, call: Call): Promise<WriteAnswer> {
  const { user, by } = writer
  const { method, path, key, body, originalSeq } = call
  const found = method === 'PUT' && originalSeq === undefined ? null : findCall(method, path)
  const refusal = found ? refusalOf(writer, found.call.worksOn) : UNKNOWN()
  if (!found || refusal) return { ...(refusal ?? UNKNOWN()), seq: (await readState(context.db, user.id)).seq }
  return performWrite(context, { user, key, body, originalSeq, by, ...found })
}

function refusalOf({ role, isSelf }: BatchWriter, worksOn: WriteCall['worksOn']): Answer | null {
  if (worksOn === 'account') return isSelf ? null : UNKNOWN()
  return roleAllows(role, worksOn) ? null : refused(403, 'role_too_small', roleSentence(role))
}
