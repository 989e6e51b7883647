import { liveQuery, type Subscription } from 'dexie'
import type { UserId } from '#domain/lib/ids.ts'
import { addDays } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { type LiveSync, startLiveSync } from '#src/app/live-sync.ts'
import type { StoredDoseEvent } from '#src/data/database.ts'
import { type LoggableSlot, takeSlot } from '#src/data/dose-commands.ts'
import { readDoseViews } from '#src/data/reads.ts'
import { write } from '#src/data/write.ts'
import type { BenchMedication } from '../events.ts'
import { bareWrite, committed, strict } from './bare.ts'
import { author, contextOf, rowsOf, slotsOf } from './device.ts'
import { bareViews } from './local.ts'
import { bareWithLog, syncedDatabase } from './sync.ts'

/** Milliseconds since the epoch by this page's fine clock; two pages of one machine differ by what the bench measures. */
export const pageClock = (): number => performance.timeOrigin + performance.now()

let live: LiveSync | null = null
let watching: Subscription | null = null
let raw: IDBDatabase | null = null
let listening: EventSource | null = null
let passes = 0
/** When each event was first among today's doses on this page. */
const seen = new Map<string, number>()
const seenRaw = new Map<string, number>()

const homeRange = (zone: string) => {
  const { date } = localAt(Date.now(), zone)
  return { from: addDays(date, -1), to: date, zone }
}

/** Runs sync as the app does, with its event stream, and watches today's doses as the home screen does. */
export async function startLive(user: UserId, zone: string): Promise<void> {
  const db = syncedDatabase()
  live = startLiveSync({
    db,
    user,
    onPhase: () => {
      passes += 1
    },
    onSignedOut: () => {},
  })
  watching = liveQuery(() => readDoseViews(db, homeRange(zone), Date.now())).subscribe((views) => {
    const now = pageClock()
    for (const { events } of views.slots) for (const { id } of events) if (!seen.has(id)) seen.set(id, now)
  })
}

/** How many passes have ended; a page whose number stands still is at rest. */
export const passesOf = (): number => passes

export interface TodaySlot {
  medications: BenchMedication[]
  zone: string
  /** Which of today's doses, counted round and round. */
  index: number
}

function pick({ medications, zone, index }: TodaySlot): LoggableSlot {
  const slots = slotsOf(medications, zone)
  const slot = slots[index % slots.length]
  if (!slot) throw new Error('Nothing is planned for today')
  return slot
}

/** Logs a dose as a press on "Taken" does; answers its id and the moment before. */
export async function logLive(slot: TodaySlot): Promise<{ id: string; begun: number }> {
  const command = takeSlot(author, pick(slot))
  const begun = pageClock()
  const saved = await write(contextOf(syncedDatabase(), slot.zone), [command])
  if (!saved.ok) throw new Error(saved.error.error)
  live?.request()
  return { id: command.args.id, begun }
}

/** The moment at which the event was first among today's doses here; null while it is not. */
export const seenAt = (id: string): number | null => seen.get(id) ?? null

/** The least: a bare event stream that carries the dose itself, a strict put, the day's rows read again. */
export async function startRaw(server: string, zone: string): Promise<void> {
  raw = await bareWithLog()
  const bare = raw
  listening = new EventSource(`${server}/events`)
  listening.addEventListener('message', async ({ data }) => {
    const event: StoredDoseEvent = JSON.parse(String(data))
    const tx = strict(bare, ['doseEvents'])
    tx.objectStore('doseEvents').put(event)
    tx.commit()
    await committed(tx)
    const views = await bareViews(bare, homeRange(zone))
    if (views.slots.some(({ events }) => events.some(({ id }) => id === event.id)))
      seenRaw.set(event.id, pageClock())
  })
  await new Promise((resolve) => {
    listening?.addEventListener('open', resolve, { once: true })
  })
}

export async function logRaw(server: string, slot: TodaySlot): Promise<{ id: string; begun: number }> {
  if (!raw) throw new Error('startRaw comes first')
  const { event, entry } = rowsOf(pick(slot))
  const begun = pageClock()
  await bareWrite(raw, event, entry)
  await fetch(`${server}/store`, { method: 'POST', body: JSON.stringify(event) })
  return { id: event.id, begun }
}

export const rawSeenAt = (id: string): number | null => seenRaw.get(id) ?? null

export function stopLive(): void {
  live?.stop()
  watching?.unsubscribe()
  listening?.close()
  raw?.close()
}
