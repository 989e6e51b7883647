import { classify } from './classify.ts'
import { evidenceOf } from './drain.ts'
import type { PassEnd } from './engine.ts'
import type { DrainLock, SyncAnswer, Transport, WriteRefusal } from './ports.ts'

/** Durable storage of a list beside the main lane's. Each method is one transaction. */
export interface LaneListStore<Record> {
  /** The epoch that this device knows (S11.2), which the main lane keeps, and the validator of the list it holds. */
  readState(): Promise<{ epoch: string | null; etag: string | null }>
  /** Takes over the list. False when it is older than what this device knows of it: then nothing changes. */
  replaceList(records: Record[], from: { etag: string | null; seq: number }): Promise<boolean>
}

/** Where such a list is asked for, and how its answer is read; null when that is none. */
export interface LaneList<Record> {
  path: string
  read(body: unknown): Record[] | null
}

interface ListPorts<Record> {
  store: LaneListStore<Record>
  transport: Transport
  user: string
  /** The server began another epoch: the main lane has to take it over first. */
  onNewEpoch?(): void
}

/** What stops a pass; null: it goes on. */
export type Stop = Exclude<PassEnd, { kind: 'synced' | 'busy' }> | null

const LATER: Stop = { kind: 'temporary', after: null }

/** One pass of a list that this device only reads. `mayGoOn`: false as soon as the person signed out on this device. */
export async function listPass<Record>(
  ports: ListPorts<Record> & { lock: DrainLock; mayGoOn(): Promise<boolean> },
  list: LaneList<Record>,
): Promise<PassEnd> {
  let end: PassEnd = { kind: 'busy' }
  await ports.lock.run(async () => {
    const mayGoOn = await ports.mayGoOn()
    end = mayGoOn ? ((await fetchList(ports, list)) ?? { kind: 'synced' }) : { kind: 'gate', gate: 'signed-out' }
  })
  return end
}

/** Asks for the list, which is unchanged or taken over whole: what is missing was deleted. */
export async function fetchList<Record>(ports: ListPorts<Record>, { path, read }: LaneList<Record>): Promise<Stop> {
  const { store, transport } = ports
  const { epoch, etag } = await store.readState()
  const received = await transport.send({ method: 'GET', path, etag, epoch })
  const decision = decisionOf(ports, received, { epoch, isDeletion: false })
  if (decision.kind === 'stop') return decision.stop
  if (decision.kind === 'refused') return LATER
  const { answer } = decision
  if (answer.status === 304) return null
  const records = read(answer.body)
  if (!records) return LATER
  return (await store.replaceList(records, { etag: answer.etag, seq: answer.seq })) ? null : LATER
}

type Decision =
  | { kind: 'done'; answer: SyncAnswer }
  | { kind: 'refused'; refusal: WriteRefusal }
  | { kind: 'stop'; stop: NonNullable<Stop>; attempt?: Undecided }

/** An attempt that decided nothing, but is no gate and no new epoch either. */
type Undecided = { kind: 'unanswered' } | { kind: 'postponed'; refusal: WriteRefusal }

/** What an answer means; one of another epoch that was not announced decides nothing (S11.4). */
export function decisionOf(
  { user, onNewEpoch }: Pick<ListPorts<unknown>, 'user' | 'onNewEpoch'>,
  received: SyncAnswer | null,
  { epoch, isDeletion }: { epoch: string | null; isDeletion: boolean },
): Decision {
  const answer = evidenceOf(received, user)
  if (!answer) {
    const after = received?.retryAfter ?? null
    return { kind: 'stop', stop: { kind: 'temporary', after }, attempt: { kind: 'unanswered' } }
  }
  const outcome = answer.status === 304 ? ({ kind: 'done' } as const) : classify(answer, isDeletion)
  if (outcome.kind === 'gate') return { kind: 'stop', stop: outcome }
  if (outcome.kind === 'temporary') {
    const { after, refusal } = outcome
    const stop = { kind: 'temporary', after } as const
    return refusal ? { kind: 'stop', stop, attempt: { kind: 'postponed', refusal } } : { kind: 'stop', stop }
  }
  if (outcome.kind === 'new-epoch' || (epoch !== null && answer.epoch !== null && answer.epoch !== epoch)) {
    onNewEpoch?.()
    return { kind: 'stop', stop: { kind: 'temporary', after: null } }
  }
  return outcome.kind === 'refused' ? outcome : { kind: 'done', answer }
}
