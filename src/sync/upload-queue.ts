import { type DocumentCommand, documentCallOf, type UploadCommand } from '#domain/commands/document-command.ts'
import { t } from '#domain/language/translate.ts'
import type { DocumentId } from '#domain/lib/ids.ts'
import { documentListAnswer } from '#domain/protocol/documents.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import { classify } from './classify.ts'
import { type Attempt, evidenceOf, UNREADABLE } from './drain.ts'
import type { PassEnd } from './engine.ts'
import type { DrainLock, SyncAnswer, Transport, WriteRefusal } from './ports.ts'

/** Durable storage of a list of documents or scans. Each method is one transaction. */
export interface PictureListStore<Record> {
  /** Returns the epoch that this device knows (S11.2), maintained by sync, and the ETag of the list it holds. */
  readState(): Promise<{ epoch: string | null; etag: string | null }>
  /** Takes over the list. Returns false, changing nothing, if it is older than what this device knows of it. */
  replaceList(records: Record[], from: { etag: string | null; seq: number }): Promise<boolean>
}

/** Where to fetch such a list and how to parse its answer; null if the answer is not such a list. */
export interface PictureList<Record> {
  path: string
  read(body: unknown): Record[] | null
}

interface PassPorts {
  lock: DrainLock
  /** False as soon as the user has signed out on this device. */
  mayGoOn(): Promise<boolean>
}

interface ListPorts<Record> {
  store: PictureListStore<Record>
  transport: Transport
  user: string
  /** The server began another epoch, which sync has to take over first. */
  onNewEpoch?(): void
}

/** What stops a pass; null lets it continue. */
export type Stop = Exclude<PassEnd, { kind: 'synced' | 'busy' }> | null

const LATER: Stop = { kind: 'temporary', after: null }
const SIGNED_OUT = { kind: 'gate', gate: 'signed-out' } as const

/** Runs one pass of a list that this device only reads. */
export const listPass = <Record>(ports: PassPorts & ListPorts<Record>, list: PictureList<Record>): Promise<PassEnd> =>
  insideLock(ports, () => fetchList(ports, list))

/** Holds the lock for one pass. `work` returns what stopped it, or null. */
async function insideLock({ lock, mayGoOn }: PassPorts, work: () => Promise<Stop>): Promise<PassEnd> {
  let end: PassEnd = { kind: 'busy' }
  await lock.run(async () => {
    end = (await mayGoOn()) ? ((await work()) ?? { kind: 'synced' }) : SIGNED_OUT
  })
  return end
}

/** Fetches the list, which is either unchanged or taken over whole: what is missing was deleted. */
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

/** An attempt that decided nothing, but is neither a gate nor a new epoch. */
type Undecided = { kind: 'unanswered' } | { kind: 'postponed'; refusal: WriteRefusal }

/** Returns what an answer means; an answer of an unannounced other epoch decides nothing (S11.4). */
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

/** One change of a document to be delivered. */
export interface QueuedChange {
  position: number
  /** The Idempotency-Key. */
  key: string
  /** Null if this version of the app cannot read what is stored. */
  command: DocumentCommand | null
}

/**
 * Durable storage of the queue. Each method is one transaction. Screens read the list plus what waits, so that both
 * always change together.
 */
export interface UploadStore extends PictureListStore<MedicalDocument> {
  /** Returns what to send next: in order, leaving out what waits for a refused upload (S6.4). */
  next(): Promise<QueuedChange | null>
  /** Notes that the server may know the change from now on. Returns false if the user cancelled it meanwhile. */
  begin(entry: QueuedChange): Promise<boolean>
  /** Returns the picture of a waiting upload; null if the browser has lost it. */
  image(id: DocumentId): Promise<Blob | null>
  taken(entry: QueuedChange, body: unknown, seq: number): Promise<void>
  refused(entry: QueuedChange, refusal: WriteRefusal): Promise<void>
  /** Returns documents without a thumbnail on this device, a few at a time. */
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
  /** Not limited to 30 seconds: it ends when no more data moves. */
  upload(request: UploadRequest): Promise<SyncAnswer | null>
  thumbnail(id: DocumentId): Promise<Blob | null>
}

export interface UploadPorts extends PassPorts, ListPorts<MedicalDocument> {
  store: UploadStore
  transport: UploadTransport
  /** A change was attempted. */
  onAttempt?(attempt: Attempt): void
}

/**
 * Runs one pass of the upload queue (S12): sends what waits, then fetches what is new, then missing thumbnails. It has
 * its own lock, so that a picture never delays a dose.
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
  get error() {
    return t('The browser has removed the picture from this device. Take it again.')
  },
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
  // not translated: a kind of answer
  return image ? transport.upload({ key, command, image, epoch }) : 'no picture'
}

/**
 * Fetches thumbnails so that the list has its pictures offline too. One that could not be fetched is tried again in the
 * next pass.
 */
async function fetchThumbnails({ store, transport, mayGoOn }: UploadPorts): Promise<Stop> {
  for (;;) {
    const ids = await store.withoutThumbnail()
    for (const id of ids) {
      if (!(await mayGoOn())) return SIGNED_OUT
      const picture = await transport.thumbnail(id)
      // Not worth a retry: the list is here, and the next pass tries again.
      if (!picture) return null
      await store.keepThumbnail(id, picture)
    }
    if (ids.length === 0) return null
  }
}
