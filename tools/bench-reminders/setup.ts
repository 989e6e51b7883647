import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '#domain/lib/local-time.ts'
import { type BrowserKeys, newBrowsers } from './browsers.ts'
import type { BenchDatabase } from './databases.ts'
import { addPeople } from './population.ts'
import { type ServerProcess, type ServiceProcess, startPushService, startServer } from './processes.ts'

/** A database, a push service, and the users added so far. */
export interface Setup {
  database: BenchDatabase
  service: ServiceProcess
  browsers: BrowserKeys[]
  people: number
  profile: string | undefined
}

export async function setUpBench(database: BenchDatabase, profile?: string): Promise<Setup> {
  const browsers = newBrowsers()
  return { database, service: await startPushService(browsers), browsers, people: 0, profile }
}

/** Adds users to an empty timetable: either nobody is due soon, or all of them at `dueAt` (ms). */
export async function populate(setup: Setup, count: number, dueAt: number | null): Promise<void> {
  const { browsers, service } = setup
  const crowd = { first: setup.people, count, dueAt }
  setup.people += count
  await setup.database.use((db) => addPeople(db, crowd, { origin: service.origin, browsers }))
}

/** Starts the server with that number. */
export const startOn = ({ database, service, profile }: Setup, number = 0): Promise<ServerProcess> =>
  startServer({
    dataDir: database.dataDirOf(number),
    databaseUrl: database.databaseUrl,
    pushService: service.origin,
    profile,
  })

/** Adding a user and materialising their reminders takes less than this (ms). */
const FOR_EACH = 1

/**
 * Returns a full minute (ms) that leaves time to add that many users, and then at least `headStart` ms for the server.
 */
export const minuteFor = (people: number, headStart: number): number =>
  Math.ceil((Date.now() + headStart + people * FOR_EACH) / MINUTE) * MINUTE

export const waitUntil = (instant: number): Promise<unknown> => pause(Math.max(0, instant - Date.now()))

/** Resolves once the service has accepted that many messages, or at that instant (ms). Returns how many there were. */
export async function messagesTaken({ service }: Setup, count: number, until: number): Promise<number> {
  for (;;) {
    const taken = await service.count()
    if (taken >= count || Date.now() >= until) return taken
    await pause(100)
  }
}

/** Resolves when the server has no work left: hardly any processor time within a second. */
export async function rests(server: ServerProcess): Promise<void> {
  for (let before = (await server.usage()).cpu; ; ) {
    await pause(1_000)
    const { cpu } = await server.usage()
    if (cpu - before < 50) return
    before = cpu
  }
}
