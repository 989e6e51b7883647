import { type $ZodError, type $ZodType, safeParse } from 'zod/v4/core'
import type { Need } from '#domain/access/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { LoggedBy } from '#domain/records/logged-by.ts'
import type { Database } from '../db/database.ts'
import type { ServerMeta } from '../db/meta.ts'
import { transaction } from '../db/transaction.ts'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { newServerId } from '../platform/ids.ts'
import { type Answer, codeOf, refused } from './answer.ts'
import { type Change, type ChangeNotifications, notificationOf } from './change-notifications.ts'
import type { ErasureRecorder } from './erasure-journal.ts'
import { fingerprintOf, isDecided, type KeyedWrite, storeAnswers, storedAnswers } from './idempotency.ts'
import { describeProblem } from './problem-sentences.ts'
import { type Changed, lockState, readState, saveState, stateAfter, versionsOf } from './state.ts'
import { TOO_DEEP, textProblem } from './text-problem.ts'

/** Whose data a call works on (decision 079), and the zone that decides what "today" is. */
export interface Writer {
  id: PersonId
  zone: string
}

/** What an effect works with. Inside the account's lock, only `tx` may be queried. */
export interface WriteScope {
  tx: Database
  user: Writer
  /** Milliseconds since the epoch. */
  now: number
  /** The sequence of this commit, if it changes anything. */
  seq: number
  /** Returns an id for a record that came without one. */
  newId(): string
  /** The sequence the write had before a restore, when it is replayed (S11.6); null for a new write. */
  originalSeq: number | null
  /** Who makes an entry of a log for somebody else; null for one's own, and for what is replayed. */
  by: LoggedBy | null
  /** The administrators, and how much storage an account has. */
  config: Pick<Config, 'ADMIN_EMAILS' | 'ACCOUNT_QUOTA_MB'>
}

/**
 * The response of an effect and what it changed: one of the lists, a log, or the user's profile. An effect without
 * `changes` has written nothing.
 */
export interface Effect extends Answer {
  changes?: Changed
  /** The event it added to the log. */
  logged?: LoggedDoseEvent
}

/** What a list contains, as named in tombstones and the journal of erasures. */
export type RecordKind = 'medication' | 'appointment'

/** What a deletion erases permanently. */
type ErasedKind = RecordKind | 'document' | 'prescription' | 'person'

/** What a write in one statement works with: no transaction is open, and no lock is held. */
interface StatementScope {
  db: Database
  user: Writer
  /** Milliseconds since the epoch. */
  now: number
  by: LoggedBy | null
  /** Where to store the response in the same statement; null without a key. */
  keyed: KeyedWrite | null
}

/** `change` is set if something changed. */
interface Committed {
  answer: WriteAnswer
  change: Change | null
}

/**
 * Performs an ordinary write wholly in one statement, with key and stored response. Returns null, without having
 * written anything, if this one is not ordinary; then its effect runs.
 */
export type AtOnce<Body> = (scope: StatementScope, body: Body) => Promise<Committed | null>

interface Run {
  effect(scope: WriteScope): Promise<Effect>
  atOnce?: (scope: StatementScope) => Promise<Committed | null>
  /** What a replayed write answers whose key stands for another form of it; null if it is another write. */
  known?: (scope: WriteScope) => Promise<Answer | null>
}

/** A write of the API: one implementation shared by its own route and by batches. */
export interface WriteCall {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path in route syntax, with at most one parameter, `:id`. */
  path: string
  /** The account that asks, or a person, with what that needs of the role of whoever asks. */
  worksOn: 'account' | Need
  /** What has been erased permanently if the response is 200. It is journaled before the response is sent (S11.8). */
  erases: ErasedKind | null
  /** Checks the request without touching the database. Returns a refusal or the effect to run. */
  accept(request: { id: string; body: unknown }): Answer | Run
}

/** Builds a write from the schema of its body (null if it has none) and its effect. */
export function writeCall<Body>(call: {
  method: WriteCall['method']
  path: string
  body: $ZodType<Body> | null
  /** `change` if absent. */
  worksOn?: WriteCall['worksOn']
  erases?: ErasedKind
  atOnce?: AtOnce<Body>
  known?(scope: WriteScope, body: Body): Promise<Answer | null>
  effect(scope: WriteScope, input: { id: string; body: Body }): Promise<Effect>
}): WriteCall {
  const { method, path, body: schema, worksOn = 'change', erases = null, atOnce, known, effect } = call
  const runOn = (id: string, body: Body): Run => ({
    effect: (scope) => effect(scope, { id, body }),
    ...(atOnce && { atOnce: (scope) => atOnce(scope, body) }),
    ...(known && { known: (scope) => known(scope, body) }),
  })
  const accept: WriteCall['accept'] = ({ id, body }) => {
    if (!schema) return runOn(id, undefined as Body)
    const parsed = safeParse(schema, body)
    return parsed.success ? runOn(id, parsed.data) : bodyRefusal(parsed.error)
  }
  return { method, path, worksOn, erases, accept }
}

/** Returns the same sentence for the first problem that the validator gives on other routes. */
function bodyRefusal(error: $ZodError): Answer {
  const issue = error.issues[0]
  if (!issue) return refused(400, 'invalid', t('The request is not valid.'))
  const { code, path, message, ...params } = issue
  const problem = { keyword: code, instancePath: `/${path.join('/')}`, message, params }
  const { sentence, field } = describeProblem(problem, 'body')
  return refused(400, 'invalid', sentence, field)
}

/** What writes need from the server. */
export interface WriteContext {
  config: Config
  db: Database
  clock: Clock
  random: RandomBytes
  facts: ServerMeta
  changeNotifications: ChangeNotifications
  journal: ErasureRecorder
}

export interface WriteRequest {
  user: Writer
  call: WriteCall
  /** The `:id` in the path, or '' if there is none. */
  id: string
  /** The parsed JSON as received; undefined without a body. */
  body: unknown
  /** The Idempotency-Key. With null, the call runs without being remembered. */
  key: string | null
  /** Set when a write is replayed after a restore; see WriteScope. */
  originalSeq?: number | undefined
  by?: LoggedBy | null
}

/** A response with the account's commit sequence. For a repeated write, it is the sequence of the original commit. */
export type WriteAnswer = Answer & { seq: number }

/**
 * Performs one write: key, effect and stored response in one transaction under the account's lock (docs/sync-spec.md,
 * S2), followed by a change notification. Refusals are responses. If it throws, that is a fault and nothing has been
 * changed.
 */
export async function performWrite(context: WriteContext, request: WriteRequest): Promise<WriteAnswer> {
  const { call, id, user } = request
  const body = request.body ?? undefined
  const unstorable = textProblem(body)
  const accepted = unstorable
    ? refused(400, 'invalid', unstorable.sentence, unstorable.field || 'body')
    : call.accept({ id, body })
  const key = unstorable === TOO_DEEP ? null : request.key
  if ('status' in accepted && key === null) {
    return { ...accepted, seq: (await readState(context.db, user.id)).seq }
  }
  const path = call.path.replace(':id', () => id)
  const keyed = key && {
    userId: user.id,
    key,
    fingerprint: fingerprintOfWrite(call.method, path, body),
  }
  const { answer, change } = await commit(context, request, keyed || null, accepted)
  if (change) {
    context.changeNotifications.publish(notificationOf(versionsOf(user.id, context.facts, change.state), change))
  }
  // For a stored response too: the process may have ended between that commit and the journal.
  if (call.erases && answer.status === 200) {
    const at = toInstant(context.clock.now())
    await context.journal.record({ kind: call.erases, user: user.id, id, at })
  }
  return answer
}

/** Returns the fingerprint that is stored with a write's key. */
export const fingerprintOfWrite = (method: string, path: string, body: unknown): string =>
  fingerprintOf({ method, path, body })

async function commit(
  { db, clock, random, config }: WriteContext,
  { user, originalSeq, by = null }: Pick<WriteRequest, 'user' | 'originalSeq' | 'by'>,
  keyed: KeyedWrite | null,
  accepted: Answer | Run,
): Promise<Committed> {
  if ('atOnce' in accepted && originalSeq === undefined) {
    const done = await accepted.atOnce?.({ db, user, now: clock.now(), by, keyed })
    if (done) return done
  }
  return transaction(db, async (tx) => {
    const now = clock.now()
    const before = await lockState(tx, user.id, now)
    const stored = keyed && (await storedAnswers(tx, user.id, [keyed])).get(keyed.key)
    const isReplay = originalSeq !== undefined
    const scope: WriteScope = {
      tx,
      user,
      now,
      config,
      seq: before.seq + 1,
      newId: () => newServerId(clock, random),
      originalSeq: originalSeq ?? null,
      by: isReplay ? null : by,
    }
    if (stored) {
      const isOther = isReplay && codeOf(stored) === 'key_reused' && 'effect' in accepted
      const known = isOther ? await accepted.known?.(scope) : null
      return { answer: known ? { ...known, seq: before.seq } : stored, change: null }
    }
    const effect: Effect = 'effect' in accepted ? await accepted.effect(scope) : accepted
    const state = effect.changes ? stateAfter(before, effect.changes) : null
    if (state) await saveState(tx, user.id, state, now)
    const answer = { status: effect.status, body: effect.body, seq: state?.seq ?? before.seq }
    if (keyed && isDecided(answer)) await storeAnswers(tx, [{ write: keyed, answer }], now)
    const logged = effect.logged ? [effect.logged] : []
    return { answer, change: state && { state, since: before.dosesSeq, logged } }
  })
}
