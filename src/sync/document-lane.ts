import { type DocumentCommand, documentCallOf, type UploadCommand } from '#domain/commands/document-command.ts'
import type { DocumentId } from '#domain/lib/ids.ts'
import { documentListAnswer } from '#domain/protocol/documents.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import { type Attempt, UNREADABLE } from './drain.ts'
import type { PassEnd } from './engine.ts'
import { decisionOf, fetchList, type LaneList, type LaneListStore, type Stop } from './lane-list.ts'
import type { DrainLock, SyncAnswer, Transport, WriteRefusal } from './ports.ts'

/** One change of a document on its way. */
export interface LaneEntry {
  position: number
  /** The Idempotency-Key. */
  key: string
  /** Null when this version of the app cannot read what is stored. */
  command: DocumentCommand | null
}

/**
 * Durable storage of the lane (S12). Each method is one transaction. What the screens read is the list plus what waits,
 * so that both always change together.
 */
export interface DocumentStore extends LaneListStore<MedicalDocument> {
  /** What is sent next: in order, without what waits with a refused upload (S6.4). */
  next(): Promise<LaneEntry | null>
  /** Notes that the server may know of it from now on. False: the person took it back meanwhile. */
  begin(entry: LaneEntry): Promise<boolean>
  /** The picture of a waiting upload; null when the browser has lost it. */
  image(id: DocumentId): Promise<Blob | null>
  taken(entry: LaneEntry, body: unknown, seq: number): Promise<void>
  refused(entry: LaneEntry, refusal: WriteRefusal): Promise<void>
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

/** Carries the lane's requests; null means that no answer arrived. */
export interface DocumentTransport extends Transport {
  /** Has no limit of 30 seconds: it ends when nothing moves any more. */
  upload(request: UploadRequest): Promise<SyncAnswer | null>
  thumbnail(id: DocumentId): Promise<Blob | null>
}

export interface LanePorts {
  store: DocumentStore
  transport: DocumentTransport
  lock: DrainLock
  user: string
  /** False as soon as the person signed out on this device. */
  mayGoOn(): Promise<boolean>
  /** A change was tried. */
  onAttempt?(attempt: Attempt): void
  /** The server began another epoch: the main lane has to take it over first. */
  onNewEpoch?(): void
}

/** One pass of the lane: send what waits, then fetch what is new, then the small pictures that are missing. */
export async function documentPass(ports: LanePorts, { pull }: { pull: boolean }): Promise<PassEnd> {
  let end: PassEnd = { kind: 'busy' }
  await ports.lock.run(async () => {
    end = await passInsideLock(ports, pull)
  })
  return end
}

const DOCUMENTS: LaneList<MedicalDocument> = {
  path: '/api/medical-documents',
  read: (body) => documentListAnswer.safeParse(body).data ?? null,
}

async function passInsideLock(ports: LanePorts, pull: boolean): Promise<PassEnd> {
  for (;;) {
    if (!(await ports.mayGoOn())) return { kind: 'gate', gate: 'signed-out' }
    const entry = await ports.store.next()
    if (!entry) break
    const stop = await deliver(ports, entry)
    if (stop) return stop
  }
  if (!pull) return { kind: 'synced' }
  return (await fetchList(ports, DOCUMENTS)) ?? (await fetchThumbnails(ports)) ?? { kind: 'synced' }
}

async function deliver(ports: LanePorts, entry: LaneEntry): Promise<Stop> {
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

async function refuse({ store, onAttempt }: LanePorts, entry: LaneEntry, refusal: WriteRefusal): Promise<void> {
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
  { store, transport }: LanePorts,
  key: string,
  command: DocumentCommand,
  epoch: string | null,
): Promise<SyncAnswer | null | 'no picture'> {
  if (command.name !== 'document.upload') return transport.send({ ...documentCallOf(command), key, epoch })
  const image = await store.image(command.id)
  return image ? transport.upload({ key, command, image, epoch }) : 'no picture'
}

/** So that the list has its pictures without a network too. One that cannot be had is asked for again in the next pass. */
async function fetchThumbnails({ store, transport, mayGoOn }: LanePorts): Promise<Stop> {
  for (;;) {
    const ids = await store.withoutThumbnail()
    for (const id of ids) {
      if (!(await mayGoOn())) return { kind: 'gate', gate: 'signed-out' }
      const picture = await transport.thumbnail(id)
      // Not worth another attempt by itself: the list is here, and the next pass asks again.
      if (!picture) return null
      await store.keepThumbnail(id, picture)
    }
    if (ids.length === 0) return null
  }
}
