import { callOf } from '#domain/commands/call.ts'
import { type BatchBody, NOT_ATTEMPTED } from '#domain/protocol/batch.ts'
import { classify, type Outcome } from './classify.ts'
import { type DrainEnd, type DrainPorts, fitting, sendCalls, UNREADABLE } from './drain.ts'
import type { ReplayEntry, Replayed, WriteRefusal } from './ports.ts'

type Call = BatchBody['calls'][number]

interface Sendable {
  entry: ReplayEntry
  call: Call
}

/**
 * Replays to a restored server what it lost, in order, until nothing is left or something stops it (S11.5). Runs inside
 * the drain lock, before the outbox and before any list.
 */
export async function replay(ports: DrainPorts): Promise<DrainEnd> {
  for (;;) {
    if (!(await ports.mayGoOn())) return { kind: 'gate', gate: 'signed-out' }
    const entries = await ports.store.nextReplay(ports.batchSize.limit)
    if (entries.length === 0) return { kind: 'empty' }
    const end = await giveSome(ports, entries)
    if (end) return end
  }
}

async function giveSome(ports: DrainPorts, entries: ReplayEntry[]): Promise<DrainEnd | null> {
  const unreadable = entries.filter((entry) => callFor(entry) === null)
  if (unreadable.length > 0) {
    await ports.store.settleReplay(unreadable.map((entry) => ({ entry, kind: 'refused', refusal: UNREADABLE })))
  }
  const sent = fitting(entries.flatMap((entry) => sendableOf(entry) ?? []))
  if (sent.length === 0) return null
  const came = await sendCalls(
    ports,
    sent.map(({ call }) => call),
  )
  if ('results' in came) return settleAll(ports, sent, came.results)
  return 'refusal' in came ? refusedAsWhole(ports, sent, came.refusal) : came.end
}

/** Handles a batch refused as a whole, which decides nothing about the calls in it, unless there is only one. */
async function refusedAsWhole(ports: DrainPorts, sent: Sendable[], refusal: WriteRefusal): Promise<null> {
  const [first] = sent
  // A role that may not even log is refused before anything in the batch is looked at.
  if (isOfRole(refusal)) {
    await ports.store.settleReplay(sent.map(({ entry }) => notAllowed(entry, refusal)))
  } else if (first && sent.length === 1) {
    await ports.store.settleReplay([{ entry: first.entry, kind: 'refused', refusal }])
    ports.batchSize.arrived(1)
  } else ports.batchSize.refused(sent.length)
  return null
}

async function settleAll(
  ports: DrainPorts,
  sent: Sendable[],
  results: { status: number; body: unknown; seq: number }[],
): Promise<DrainEnd | null> {
  const settled: Replayed[] = []
  let end: DrainEnd | null = null
  for (const [index, result] of results.entries()) {
    const one = sent[index]
    if (!one || end || result.status === NOT_ATTEMPTED) break
    const outcome = classify(result, one.call.method === 'DELETE')
    const decided = decisionOn(one.entry, outcome, result)
    if (decided) settled.push(decided)
    else end = endOf(outcome)
  }
  if (settled.length > 0) await ports.store.settleReplay(settled)
  return end ?? (settled.length === 0 ? { kind: 'temporary', after: null } : null)
}

function decisionOn(
  entry: ReplayEntry,
  outcome: Outcome,
  { status, body, seq }: { status: number; body: unknown; seq: number },
): Replayed | null {
  if (outcome.kind === 'done') return { entry, kind: 'taken', body, seq }
  if (outcome.kind !== 'refused') return null
  if (isOfRole(outcome.refusal)) return notAllowed(entry, outcome.refusal)
  const kind = status === 404 || status === 410 ? 'gone' : 'refused'
  return { entry, kind, refusal: outcome.refusal }
}

const isOfRole = ({ code }: WriteRefusal): boolean => code === 'role_too_small'

/** What the user changed themselves needs them. All else others know as well, and those who may give it back do. */
const notAllowed = (entry: ReplayEntry, refusal: WriteRefusal): Replayed =>
  entry.what.kind === 'command' ? { entry, kind: 'refused', refusal } : { entry, kind: 'not-allowed' }

function endOf(outcome: Outcome): DrainEnd | null {
  if (outcome.kind === 'gate' || outcome.kind === 'new-epoch') return outcome
  return outcome.kind === 'temporary' ? { kind: 'temporary', after: outcome.after } : null
}

function sendableOf(entry: ReplayEntry): Sendable | null {
  const call = callFor(entry)
  return call && { entry, call }
}

function callFor({ key, originalSeq, what }: ReplayEntry): Call | null {
  switch (what.kind) {
    case 'deletion':
      return { key, originalSeq, method: 'DELETE', path: `/api/${what.list}/${what.id}` }
    case 'record':
      return {
        key,
        originalSeq,
        method: 'PUT',
        path: `/api/${what.list}/${what.record.id}`,
        body: what.record,
      }
    case 'command':
      return what.command && { key, originalSeq, ...callOf(what.command) }
    case 'dose':
      return { key, originalSeq, ...callOf({ name: 'dose.record', args: what.event }) }
    case 'supply':
      return { key, originalSeq, ...callOf({ name: 'supply.record', args: what.event }) }
  }
}
