import type { UserId } from '#domain/lib/ids.ts'
import type { StoredDoseEvent } from '#src/data/stored-dose.ts'
import type { BenchMedication } from '../events.ts'
import { answerOf, bareViews, bareWrite, committed, openBare, strict } from './bare.ts'
import {
  fillDatabase,
  homeRange,
  type Offline,
  offlineSlots,
  pageClock,
  pick,
  rowsOf,
  type TodaySlot,
} from './device.ts'

/** The reference work against the bare server; runs in a page of that server. */
let raw: IDBDatabase | null = null
const seen = new Map<string, number>()

const opened = (): IDBDatabase => {
  if (!raw) throw new Error('openRaw comes first')
  return raw
}

/** Opens a bare database with a log of that length up to `until` (ms). */
export async function openRaw(
  medications: BenchMedication[],
  doses: number,
  zone: string,
  until: number,
): Promise<void> {
  raw = await openBare(await fillDatabase('bench-raw' as UserId, medications, doses, zone, until))
}

/**
 * Does the minimum that delivering an outbox takes: read the rows, post them in one request to a server that appends
 * them to a file, delete them in one strict transaction.
 */
export async function drainRaw(offline: Offline): Promise<number> {
  const db = opened()
  const slots = offlineSlots(offline)
  const filling = strict(db, ['outbox'])
  for (const slot of slots) filling.objectStore('outbox').add(rowsOf(slot).entry)
  await committed(filling)

  const begun = performance.now()
  const reading = db.transaction(['outbox']).objectStore('outbox')
  const rows = await answerOf<{ position: number }[]>(reading.getAll())
  await post(rows)
  const deleting = strict(db, ['outbox'])
  for (const { position } of rows) deleting.objectStore('outbox').delete(position)
  deleting.commit()
  await committed(deleting)
  const ms = performance.now() - begun

  if (rows.length !== slots.length) throw new Error(`The raw outbox held ${rows.length} rows`)
  const left = await answerOf(db.transaction(['outbox']).objectStore('outbox').count())
  if (left > 0) throw new Error(`${left} raw rows are left`)
  return ms
}

async function post(value: unknown): Promise<void> {
  const answer = await fetch('/store', { method: 'POST', body: JSON.stringify(value) })
  if ((await answer.text()) !== 'stored') throw new Error('The raw server did not store what was posted')
}

/**
 * Does the minimum for a device to learn of another one's dose: a bare stream that carries it, a strict put, the day
 * read again.
 */
export async function listenRaw(zone: string): Promise<void> {
  const db = opened()
  const source = new EventSource('/events')
  source.addEventListener('message', async ({ data }) => {
    const event: StoredDoseEvent = JSON.parse(String(data))
    const tx = strict(db, ['doseEvents'])
    tx.objectStore('doseEvents').put(event)
    tx.commit()
    await committed(tx)
    const views = await bareViews(db, homeRange(zone))
    const isShown = views.slots.some(({ events }) => events.some(({ id }) => id === event.id))
    if (isShown) seen.set(event.id, pageClock())
  })
  await new Promise((resolve) => {
    source.addEventListener('open', resolve, { once: true })
  })
}

export async function logRaw(slot: TodaySlot): Promise<{ id: string; begun: number }> {
  const { event, entry } = rowsOf(pick(slot))
  const begun = pageClock()
  await bareWrite(opened(), event, entry)
  await post(event)
  return { id: event.id, begun }
}

export const rawSeenAt = (id: string): number | null => seen.get(id) ?? null
