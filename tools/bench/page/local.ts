import { type Dexie, liveQuery } from 'dexie'
import { type LoggableSlot, takeSlot } from '#domain/commands/dose-verbs.ts'
import { type DoseViews, doseViews } from '#domain/doses/dose-views.ts'
import type { UserId } from '#domain/lib/ids.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { readDoseViews } from '#src/data/reads.ts'
import { write } from '#src/data/write.ts'
import type { BenchMedication } from '../events.ts'
import { p50 } from '../figures.ts'
import { answerOf, bareViews, bareWrite, committed, strict } from './bare.ts'
import {
  author,
  contextOf,
  freshBare,
  freshDexie,
  growLog,
  homeRange,
  putMedications,
  rowsOf,
  slotsOf,
} from './device.ts'
import { PLANS, type Plans, recordsWith } from './from-log.ts'

/** Rounds to run before those that count: the first ones compile. */
const WARM_UP = 5

type Kind = 'app' | 'raw' | 'dexie'
export type Times = Record<Kind, number[]>

interface Local {
  app: DosewellDatabase
  raw: IDBDatabase
  dexie: Dexie
  medications: BenchMedication[]
  zone: string
}

let local: Local | null = null

const there = (): Local => {
  if (!local) throw new Error('openLocal comes first')
  return local
}

/**
 * Opens the three databases, empty except for the medications. `user` is the one whose database the app opens on this
 * device.
 */
export async function openLocal(user: UserId, medications: BenchMedication[], zone: string): Promise<void> {
  const app = createDatabase(user)
  await app.open()
  const dexie = await freshDexie('bench-dexie' as UserId)
  const raw = await freshBare('bench-raw' as UserId)
  await putMedications(app, medications)
  await putMedications(dexie, medications)
  const records = await app.medications.toArray()
  const tx = strict(raw, ['medications'])
  for (const record of records) tx.objectStore('medications').put(record)
  await committed(tx)
  local = { app, raw, dexie, medications, zone }
}

/**
 * Grows the app's log, and those of the others as far as they are compared. Returns how many events the app's holds.
 */
export async function growLocal(
  sizes: { from: number; to: number; largest: number },
  options: { others: boolean },
): Promise<number> {
  const { app, raw, dexie, medications, zone } = there()
  await growLog(app, medications, { ...sizes, zone })
  if (options.others) {
    const events = await app.doseEvents.toArray()
    await dexie.table('doseEvents').bulkPut(events)
    const tx = strict(raw, ['doseEvents'])
    for (const event of events) tx.objectStore('doseEvents').put(event)
    await committed(tx)
  }
  return app.doseEvents.count()
}

/** The most checks of whether the database has come to rest. */
const LOOKS = 15

/** Filling leaves the browser with files to merge. Writes until writing gets no faster. */
export async function untilCalm(): Promise<void> {
  let before = Number.POSITIVE_INFINITY
  for (let look = 0; look < LOOKS; look += 1) {
    const now = p50((await measureWrites(30, ['app'])).app)
    if (now > 0.9 * before) return
    before = now
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Saves doses with their outbox entries; measures the milliseconds until the promise of the write resolves. */
export async function measureWrites(rounds: number, kinds: Kind[]): Promise<Times> {
  const { app, raw, dexie, zone, medications } = there()
  const [slot] = slotsOf(medications, zone)
  if (!slot) throw new Error('Nothing is planned for today')
  const times: Times = { app: [], raw: [], dexie: [] }
  const works: Record<Kind, () => Promise<number>> = {
    app: async () => {
      const command = takeSlot(author, slot)
      return timed(async () => {
        const saved = await write(contextOf(app, zone), [command])
        if (!saved.ok) throw new Error(saved.error.error)
      })
    },
    raw: async () => {
      const { event, entry } = rowsOf(slot)
      return timed(() => bareWrite(raw, event, entry))
    },
    dexie: async () => {
      const { event, entry } = rowsOf(slot)
      return timed(() => dexieWrite(dexie, event, entry))
    },
  }
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    for (const kind of kinds) {
      const ms = await works[kind]()
      if (round >= WARM_UP) times[kind].push(ms)
    }
  }
  for (const kind of kinds) await takeBack(kind, rounds + WARM_UP)
  return times
}

const dexieWrite = (db: Dexie, event: object, entry: object): Promise<void> =>
  db.transaction('rw', ['doseEvents', 'outbox'], async () => {
    await db.table('doseEvents').put(event)
    await db.table('outbox').add(entry)
  })

/** Checks that everything was written, then removes it, so that the next measurement begins like this one. */
async function takeBack(kind: Kind, expected: number): Promise<void> {
  const db = there()[kind]
  const isBare = db instanceof IDBDatabase
  const tx = isBare ? db : db.backendDB()
  const opened = strict(tx, ['doseEvents', 'outbox'])
  const rows = await answerOf<{ recordId: string; position: number }[]>(opened.objectStore('outbox').getAll())
  if (rows.length !== expected) throw new Error(`${kind} holds ${rows.length} outbox rows, not ${expected}`)
  for (const { recordId, position } of rows) {
    const event = await answerOf<DoseEvent | undefined>(opened.objectStore('doseEvents').get(recordId))
    if (!event) throw new Error(`${kind} lost a dose`)
    opened.objectStore('doseEvents').delete(recordId)
    opened.objectStore('outbox').delete(position)
  }
  await committed(opened)
}

/** Measures from the write of a dose until today's doses are read again and include it. */
export async function measureLiveQueries(rounds: number, kinds: Kind[]): Promise<Times> {
  const { app, dexie, zone, medications } = there()
  const [slot] = slotsOf(medications, zone)
  if (!slot) throw new Error('Nothing is planned for today')
  const times: Times = { app: [], raw: [], dexie: [] }
  const works: Record<Kind, () => Promise<number>> = {
    app: () => liveAfterWrite(app, slot, zone),
    raw: () => reReadAfterWrite(slot),
    dexie: () => dexieLiveAfterWrite(dexie, slot, zone),
  }
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    for (const kind of kinds) {
      const ms = await works[kind]()
      if (round >= WARM_UP) times[kind].push(ms)
      await takeBack(kind, 1)
    }
  }
  return times
}

/** The same with some plans that count from the log, and the same medications with daily ones, alternately. */
export async function measurePlans(rounds: number): Promise<Record<Plans, number[]>> {
  const { app, zone, medications } = there()
  const [slot] = slotsOf(medications, zone)
  if (!slot) throw new Error('Nothing is planned for today')
  const times: Record<Plans, number[]> = { daily: [], 'after-taken': [], 'after-dose': [] }
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    for (const plans of PLANS) {
      await app.medications.bulkPut(recordsWith(plans, medications))
      const ms = await liveAfterWrite(app, slot, zone)
      if (round >= WARM_UP) times[plans].push(ms)
      await takeBack('app', 1)
      await app.medications.clear()
    }
  }
  await app.medications.bulkPut(recordsWith('daily', medications))
  return times
}

const isIn = (views: DoseViews, id: string): boolean =>
  views.slots.some(({ events }) => events.some((event) => event.id === id))

/** Opens a live query; `until` waits for it to report the event. */
async function watch(read: () => Promise<DoseViews>): Promise<{ until(id: string): Promise<void>; end(): void }> {
  let said: (views: DoseViews) => void = () => {}
  const first = new Promise<void>((resolve) => {
    said = () => resolve()
  })
  const subscription = liveQuery(read).subscribe((views) => said(views))
  await first
  return {
    until: (id) =>
      new Promise((resolve) => {
        said = (views) => {
          if (isIn(views, id)) resolve()
        }
      }),
    end: () => subscription.unsubscribe(),
  }
}

async function liveAfterWrite(app: DosewellDatabase, slot: LoggableSlot, zone: string): Promise<number> {
  const range = homeRange(zone)
  const live = await watch(() => readDoseViews(app, range, Date.now()))
  const command = takeSlot(author, slot)
  const shown = live.until(command.args.id)
  const ms = await timed(async () => {
    await write(contextOf(app, zone), [command])
    await shown
  })
  live.end()
  return ms
}

async function dexieLiveAfterWrite(db: Dexie, slot: LoggableSlot, zone: string): Promise<number> {
  const range = homeRange(zone)
  const live = await watch(async () => {
    const [medications, events] = await Promise.all([
      db.table<Medication>('medications').toArray(),
      db.table<DoseEvent>('doseEvents').where('snapshot.date').between(range.from, range.to, true, true).toArray(),
    ])
    return doseViews({ medications, events, ...range, now: Date.now() })
  })
  const { event, entry } = rowsOf(slot)
  const shown = live.until(event.id)
  const ms = await timed(async () => {
    await dexieWrite(db, event, entry)
    await shown
  })
  live.end()
  return ms
}

async function reReadAfterWrite(slot: LoggableSlot): Promise<number> {
  const { raw, zone } = there()
  const range = homeRange(zone)
  const { event, entry } = rowsOf(slot)
  let views: DoseViews | null = null
  const ms = await timed(async () => {
    await bareWrite(raw, event, entry)
    views = await bareViews(raw, range)
  })
  if (!views || !isIn(views, event.id)) throw new Error('The raw read does not hold the dose')
  return ms
}
