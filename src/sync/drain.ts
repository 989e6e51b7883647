import { type Call, callOf } from '#domain/commands/call.ts'
import type { Command } from '#domain/commands/command.ts'
import { createdBy, referencesOf } from '#domain/commands/references.ts'
import { t } from '#domain/language/translate.ts'
import { type BatchAnswer, type BatchBody, batchAnswer, NOT_ATTEMPTED } from '#domain/protocol/batch.ts'
import { BATCH_PATH } from '#domain/protocol/batch-path.ts'
import type { BatchSize } from './batch-size.ts'
import { classify, type Gate, type Outcome } from './classify.ts'
import type {
  NewEpoch,
  OutboxEntry,
  Settled,
  SyncAnswer,
  SyncClock,
  SyncStore,
  Transport,
  WriteRefusal,
} from './ports.ts'

/** The outcome of one attempt at one entry; a listener may tell the user who is waiting at the screen. */
export type Attempt =
  | { key: string; kind: 'acknowledged' }
  | { key: string; kind: 'refused'; refusal: WriteRefusal }
  /** The server answered without a decision (5xx, 429): the entry stays. */
  | { key: string; kind: 'postponed'; refusal: WriteRefusal }
  /** No answer: the entry stays. */
  | { key: string; kind: 'unanswered' }

export type DrainEnd =
  | { kind: 'empty' }
  | { kind: 'gate'; gate: Gate }
  | ({ kind: 'new-epoch' } & NewEpoch)
  | { kind: 'temporary'; after: number | null }

export interface DrainPorts {
  store: SyncStore
  transport: Transport
  /** Whose data: an account's own person, or somebody it looks after. */
  user: string
  /** True for somebody without sign-in, who has no profile (S14). */
  withoutProfile?: boolean
  onAttempt(attempt: Attempt): void
  /** Checked before each request: false ends the drain immediately (signed out meanwhile). */
  mayGoOn(): Promise<boolean>
  clock: Pick<SyncClock, 'now'>
  batchSize: BatchSize
}

/** Returns what to send next; null if the user signed out on this device. */
export async function nextToSend(ports: DrainPorts): Promise<OutboxEntry[] | null> {
  const [mayGoOn, entries] = await Promise.all([ports.mayGoOn(), ports.store.nextEntries(ports.batchSize.limit)])
  return mayGoOn ? entries : null
}

/**
 * Sends what waits, in order, until the queue is empty or something stops it. Runs inside the drain lock.
 * @param read the first entries, if the caller has just read them
 */
export async function drain(ports: DrainPorts, read?: OutboxEntry[] | null): Promise<DrainEnd> {
  for (let next = read; ; next = undefined) {
    const entries = next === undefined ? await nextToSend(ports) : next
    if (!entries) return { kind: 'gate', gate: 'signed-out' }
    const first = entries[0]
    if (!first) return { kind: 'empty' }
    const end = entries.length === 1 ? await sendOne(ports, first) : await sendBatch(ports, entries)
    if (end) return end
  }
}

/**
 * Returns the answer if it comes from our server and concerns the user it was requested for; anything else proves
 * nothing.
 */
export function evidenceOf(answer: SyncAnswer | null, user: string): SyncAnswer | null {
  if (answer === null || answer.protocol === null) return null
  if (answer.user === null || answer.user === user) return answer
  const outcome = classify(answer, false)
  return outcome.kind === 'gate' && outcome.gate === 'wrong-user' ? answer : null
}

async function sendOne(ports: DrainPorts, entry: OutboxEntry): Promise<DrainEnd | null> {
  if (entry.command === null) return unreadable(ports, entry)
  const call = callOf(entry.command)
  const received = await ports.transport.send({ ...call, key: entry.key })
  const answer = evidenceOf(received, ports.user)
  if (!answer) {
    ports.onAttempt({ key: entry.key, kind: 'unanswered' })
    return { kind: 'temporary', after: received?.retryAfter ?? null }
  }
  return settleAll(ports, [{ entry, command: entry.command, call }], [answer])
}

/**
 * Keeps a batch below the two megabytes that the server accepts in one body, even if every character takes three bytes.
 */
const BATCH_CHARACTERS = 600_000

interface Sendable {
  entry: OutboxEntry
  command: Command
  call: Call
}

const sendableOf = (entry: OutboxEntry): Sendable | null =>
  entry.command && { entry, command: entry.command, call: callOf(entry.command) }

async function sendBatch(ports: DrainPorts, entries: OutboxEntry[]): Promise<DrainEnd | null> {
  const readable = entries.flatMap((entry) => sendableOf(entry) ?? [])
  for (const entry of entries) if (entry.command === null) await unreadable(ports, entry)
  const sent = fitting(withoutDependents(readable))
  const first = sent[0]
  if (!first) return null
  if (sent.length === 1) return sendOne(ports, first.entry)
  const came = await sendCalls(
    ports,
    sent.map(({ entry, call }) => ({ key: entry.key, ...call })),
  )
  if ('results' in came) return settleAll(ports, sent, came.results)
  if ('refusal' in came) {
    ports.batchSize.refused(sent.length)
    return null
  }
  if (!came.isAnswered) {
    for (const { entry } of sent) ports.onAttempt({ key: entry.key, kind: 'unanswered' })
  }
  return came.end
}

/** The outcome of a batch: the answers to its calls, a refusal of the batch itself, or why sending stops. */
type BatchOutcome =
  | { results: BatchAnswer['results'] }
  /** For example too large for a proxy; decides nothing about any call in it. */
  | { refusal: WriteRefusal }
  | { end: DrainEnd; isAnswered: boolean }

/**
 * Sends calls as one batch and adjusts the size of the next by the result; after a refusal of the batch, the caller
 * does that.
 */
export async function sendCalls(ports: DrainPorts, calls: BatchBody['calls']): Promise<BatchOutcome> {
  const sentAt = ports.clock.now()
  const received = await ports.transport.send({ method: 'POST', path: BATCH_PATH, body: { calls } })
  const answer = evidenceOf(received, ports.user)
  if (!answer) {
    ports.batchSize.unanswered(calls.length, ports.clock.now() - sentAt)
    return { end: { kind: 'temporary', after: received?.retryAfter ?? null }, isAnswered: false }
  }
  const results = answer.status === 200 ? batchAnswer.safeParse(answer.body) : null
  if (results?.success) {
    ports.batchSize.arrived(calls.length)
    return results.data
  }
  const outcome = classify(answer, false)
  if (outcome.kind === 'refused') return { refusal: outcome.refusal }
  const isGate = outcome.kind === 'gate' || outcome.kind === 'new-epoch'
  return { end: isGate ? outcome : { kind: 'temporary', after: answer.retryAfter }, isAnswered: true }
}

/**
 * Returns the entries before the first that refers to a record which another of them creates. Sent in the same batch,
 * it could be refused along with that record, and the refusal would stick to its key although the entry only has to
 * wait (S6.4).
 */
function withoutDependents(sendable: Sendable[]): Sendable[] {
  const made = new Set<string>()
  const end = sendable.findIndex(({ command }) => {
    const id = createdBy(command)
    if (referencesOf(command).some((reference) => made.has(reference))) return true
    if (id !== null) made.add(id)
    return false
  })
  return end === -1 ? sendable : sendable.slice(0, end)
}

/** Returns the first entries that fit into one body; at least one. */
export function fitting<S extends { call: unknown }>(sendable: S[]): S[] {
  let room = BATCH_CHARACTERS
  const end = sendable.findIndex(({ call }) => {
    room -= JSON.stringify(call).length
    return room < 0
  })
  return end === -1 ? sendable : sendable.slice(0, Math.max(1, end))
}

/** The answer to one call, alone or inside a batch. */
type Decision = Pick<SyncAnswer, 'status' | 'body' | 'seq'> & { retryAfter?: number | null }

/** Takes over the answers up to the first that decides nothing, in one transaction; listeners are told afterwards. */
async function settleAll(ports: DrainPorts, sent: Sendable[], results: readonly Decision[]): Promise<DrainEnd | null> {
  const settled: Settled[] = []
  let open: { entry: OutboxEntry; outcome: Undecided } | null = null
  for (const [index, result] of results.entries()) {
    const one = sent[index]
    if (!one || result.status === NOT_ATTEMPTED) break
    const outcome = classify(result, one.call.method === 'DELETE')
    if (outcome.kind === 'done') {
      settled.push({ entry: one.entry, kind: 'taken', body: result.body, seq: result.seq })
    } else if (outcome.kind === 'refused') {
      settled.push({ entry: one.entry, kind: 'refused', refusal: outcome.refusal })
    } else {
      open = { entry: one.entry, outcome }
      break
    }
  }
  if (settled.length > 0) await ports.store.settle(settled)
  for (const one of settled) ports.onAttempt(attemptOf(one))
  if (open) return endOf(ports, open.entry, open.outcome)
  // Fewer answers than calls, or calls that were not attempted: the next round sends the rest immediately.
  return settled.length === 0 ? { kind: 'temporary', after: null } : null
}

type Undecided = Exclude<Outcome, { kind: 'done' | 'refused' }>

function endOf(ports: DrainPorts, { key }: OutboxEntry, outcome: Undecided): DrainEnd {
  if (outcome.kind !== 'temporary') return outcome
  if (outcome.refusal) ports.onAttempt({ key, kind: 'postponed', refusal: outcome.refusal })
  return { kind: 'temporary', after: outcome.after }
}

const attemptOf = (settled: Settled): Attempt =>
  settled.kind === 'taken'
    ? { key: settled.entry.key, kind: 'acknowledged' }
    : { key: settled.entry.key, kind: 'refused', refusal: settled.refusal }

/** Entries that this version of the app cannot read are kept and shown (S6.6). */
export const UNREADABLE: WriteRefusal = {
  status: 0,
  code: null,
  get error() {
    return t('This change was saved by another version of Dosewell and cannot be sent by this one.')
  },
  field: null,
}

async function unreadable(ports: DrainPorts, entry: OutboxEntry): Promise<null> {
  await ports.store.settle([{ entry, kind: 'refused', refusal: UNREADABLE }])
  return null
}
