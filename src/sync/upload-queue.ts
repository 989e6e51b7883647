import { type DocumentCommand, documentCallOf, type UploadCommand } from '#domain/commands/document-command.ts'
import type { DocumentId } from '#domain/lib/ids.ts'
import { documentListAnswer } from '#domain/protocol/documents.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import { classify } from './classify.ts'
import { type Attempt, evidenceOf, UNREADABLE } from './drain.ts'
import type { PassEnd } from './engine.ts'
import type { DrainLock, SyncAnswer, Transport, WriteRefusal } from './ports.ts'

/** Durable storage of a list of pictures' records. Each method is one transaction. */
export interface PictureListStore<Record> {
  /** The epoch that this device knows (S11.2), which sync keeps, and the validator of the list it holds. */
  readState(): Promise<{ epoch: string | null; etag: string | null }>
  /** Takes over the list. False when it is older than what this device knows of it: then nothing changes. */
  replaceList(records: Record[], from: { etag: string | null; seq: number }): Promise<boolean>
}

/** Where such a list is asked for, and how its answer is read; null when that is none. */
export interface PictureList<Record> {
  path: string
  read(body: unknown): Record[] | null
}

interface PassPorts {
  lock: DrainLock
  /** False as soon as the person signed out on this device. */
  mayGoOn(): Promise<boolean>
}

interface ListPorts<Record> {
  store: PictureListStore<Record>
  transport: Transport
  user: string
  /** The server began another epoch: sync has to take it over first. */
  onNewEpoch?(): void
}

/** What stops a pass; null: it goes on. */
export type Stop = Exclude<PassEnd, { kind: 'synced' | 'busy' }> | null

const LATER: Stop = { kind: 'temporary', after: null }
const SIGNED_OUT = { kind: 'gate', gate: 'signed-out' } as const

/** One pass of a list that this device only reads. */
export const listPass = <Record>(ports: PassPorts & ListPorts<Record>, list: PictureList<Record>): Promise<PassEnd> =>
  insideLock(ports, () => fetchList(ports, list))

/** Holds the lock for one pass, which `work` ends with what stopped it, or null. */
async function insideLock({ lock, mayGoOn }: PassPorts, work: () => Promise<Stop>): Promise<PassEnd> {
  let end: PassEnd = { kind: 'busy' }
  await lock.run(async () => {
    end = (await mayGoOn()) ? ((await work()) ?? { kind: 'synced' }) : SIGNED_OUT
  })
  return end
}

/** Asks for the list, which is unchanged or taken over whole: what is missing was deleted. */
async function fetchList<Record>(ports: ListPorts<Record>, { path, read }: PictureList<Record>): Promise<Stop> {
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
function decisionOf(
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

/** One change of a document on its way. */
export interface QueuedChange {
  position: number
  /** The Idempotency-Key. */
  key: string
  /** Null when this version of the app cannot read what is stored. */
  command: DocumentCommand | null
}

/**
 * Durable storage of the queue. Each method is one transaction. What the screens read is the list plus what waits,
 * so that both always change together.
 */
export interface UploadStore extends PictureListStore<MedicalDocument> {
  /** What is sent next: in order, without what waits with a refused upload (S6.4). */
  next(): Promise<QueuedChange | null>
  /** Notes that the server may know of it from now on. False: the person took it back meanwhile. */
  begin(entry: QueuedChange): Promise<boolean>
  /** The picture of a waiting upload; null when the browser has lost it. */
  image(id: DocumentId): Promise<Blob | null>
  taken(entry: QueuedChange, body: unknown, seq: number): Promise<void>
  refused(entry: QueuedChange, refusal: WriteRefusal): Promise<void>
  /** Documents without a small picture on this device, a few at a time. */
  withoutThumbnail(): Promise<DocumentId[]>
  keepThumbnail(id: DocumentId, picture: Blob): Promise<void>
}

export interface UploadRequest {
  key: string
  command: UploadCommand
  image: Blob
  epoch: string | null
}

/** Carries the queue's requests; null means that no answer arrived. */
export interface UploadTransport extends Transport {
  /** Has no limit of 30 seconds: it ends when nothing moves any more. */
  upload(request: UploadRequest): Promise<SyncAnswer | null>
  thumbnail(id: DocumentId): Promise<Blob | null>
}

export interface UploadPorts extends PassPorts, ListPorts<MedicalDocument> {
  store: UploadStore
  transport: UploadTransport
  /** A change was tried. */
  onAttempt?(attempt: Attempt): void
}

/**
 * One pass of the upload queue (S12): sends what waits, then fetches what is new, then the small pictures that are
 * missing. It has a lock of its own, so that a picture never delays a dose.
 */
export const uploadPass = (ports: UploadPorts, { pull }: { pull: boolean }): Promise<PassEnd> =>
  insideLock(ports, async () => {
    const stop = await deliverAll(ports)
    return stop || !pull ? stop : ((await fetchList(ports, DOCUMENTS)) ?? (await fetchThumbnails(ports)))
  })

const DOCUMENTS: PictureList<MedicalDocument> = {
  path: '/api/medical-documents',
  read: (body) => documentListAnswer.safeParse(body).data ?? null,
}

async function deliverAll(ports: UploadPorts): Promise<Stop> {
  for (;;) {
    if (!(await ports.mayGoOn())) return SIGNED_OUT
    const entry = await ports.store.next()
    if (!entry) return null
    const stop = await deliver(ports, entry)
    if (stop) return stop
  }
}

async function deliver(ports: UploadPorts, entry: QueuedChange): Promise<Stop> {
  const { store } = ports
  const { command } = entry
  if (!command) {
    await refuse(ports, entry, UNREADABLE)
    return null
  }
  if (!(await store.begin(entry))) return null
  const { epoch } = await store.readState()
  const answer = await send(ports, entry.key, command, epoch)
  if (answer === 'no picture') {
    await refuse(ports, entry, NO_PICTURE)
    return null
  }
  const read = decisionOf(ports, answer, { epoch, isDeletion: command.name === 'document.delete' })
  if (read.kind === 'stop') {
    if (read.attempt) ports.onAttempt?.({ key: entry.key, ...read.attempt })
    return read.stop
  }
  if (read.kind === 'refused') {
    await refuse(ports, entry, read.refusal)
    return null
  }
  await store.taken(entry, read.answer.body, read.answer.seq)
  ports.onAttempt?.({ key: entry.key, kind: 'acknowledged' })
  return null
}

async function refuse({ store, onAttempt }: UploadPorts, entry: QueuedChange, refusal: WriteRefusal): Promise<void> {
  await store.refused(entry, refusal)
  onAttempt?.({ key: entry.key, kind: 'refused', refusal })
}

const NO_PICTURE: WriteRefusal = {
  status: 0,
  code: null,
  error: 'The browser has removed the picture from this device. Take it again.',
  field: null,
}

async function send(
  { store, transport }: UploadPorts,
  key: string,
  command: DocumentCommand,
  epoch: string | null,
): Promise<SyncAnswer | null | 'no picture'> {
  if (command.name !== 'document.upload') return transport.send({ ...documentCallOf(command), key, epoch })
  const image = await store.image(command.id)
  return image ? transport.upload({ key, command, image, epoch }) : 'no picture'
}

/**
 * So that the list has its pictures without a network too. One that cannot be had is asked for again in the next pass.
 */
async function fetchThumbnails({ store, transport, mayGoOn }: UploadPorts): Promise<Stop> {
  for (;;) {
    const ids = await store.withoutThumbnail()
    for (const id of ids) {
      if (!(await mayGoOn())) return SIGNED_OUT
      const picture = await transport.thumbnail(id)
      // Not worth another attempt by itself: the list is here, and the next pass asks again.
      if (!picture) return null
      await store.keepThumbnail(id, picture)
    }
    if (ids.length === 0) return null
  }
}
