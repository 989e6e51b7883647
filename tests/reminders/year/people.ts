import { eq } from 'drizzle-orm'
import type { MedicationId, SlotId, UserId } from '#domain/lib/ids.ts'
import { DAY, HOUR, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { type Person as Account, asAdult, signIn } from '#server/testing/people.ts'
import { endpointOf, subscribe } from '#server/testing/reminders.ts'
import { pushSubscriptions } from '#server/testing/tables.ts'
import { addMedication } from '#server/testing/writes.ts'
import { type Spells, spellsOf } from '#tests/reminders/spells.ts'
import { responseOf } from '#tests/sync/network.ts'
import type { Chance } from '#tests/sync/prng.ts'
import { newDeviceId, SimulatedDevice } from './device.ts'
import { Knowledge } from './knowledge.ts'
import { LogDoses } from './log-doses.ts'
import { anyPlan, dailyAt } from './plans.ts'
import { SendsReckoning } from './sends-reckoning.ts'
import type { SimulatedServer } from './server.ts'

/**
 * Both hemispheres; half an hour of summer time, quarter hours, changeovers at midnight, a pause for Ramadan, no
 * changeover.
 */
export const ZONES = [
  'Australia/Sydney',
  'Europe/London',
  'Australia/Lord_Howe',
  'America/New_York',
  'Australia/Adelaide',
  'Africa/Casablanca',
  'Australia/Eucla',
  'America/Santiago',
  'Asia/Kathmandu',
  'America/Asuncion',
  'Pacific/Auckland',
  'America/Scoresbysund',
]

/** A zone that reminders followed, from that instant on (ms). */
interface Stay {
  zone: string
  from: number
}

export interface Person {
  name: string
  account: Account
  chance: Chance
  /** What the server knows. */
  server: Knowledge
  sends: SendsReckoning
  logDoses: LogDoses
  devices: SimulatedDevice[]
  stays: Stay[]
  /** Doses that some device showed as open a day later, or listed when the app was opened. */
  listed: Set<SlotId>
}

interface Span {
  from: number
  to: number
}

const QUARTERS = ['00', '15', '30', '45']

/** Draws a time of day within those hours. */
export const timeBetween = (chance: Chance, from: number, to: number): LocalTime =>
  `${String(chance.between(from, to)).padStart(2, '0')}:${chance.pick(QUARTERS)}` as LocalTime

/**
 * Creates a user in that zone with two or three medications, two of them at the same minute, and two devices.
 * @param isFromLog whether all but the first medication count from the log
 */
export async function newPerson(
  server: SimulatedServer,
  chance: Chance,
  zone: string,
  span: Span,
  isFromLog = false,
): Promise<Person> {
  const email = `${zone.replaceAll(/\W/g, '-').toLowerCase()}@example.org`
  const account = await asAdult(server.app, email, zone)
  const knowledge = new Knowledge(zone, span.from)
  const morning = timeBetween(chance, 6, 9)
  const evening = timeBetween(chance, 17, 23)
  // One dose at night, when clocks change.
  const night = chance.pick(['00:00', '00:30', '01:30', '02:15', '02:30']) as LocalTime
  const plans = [[night, morning, evening], [morning], ...(isFromLog || chance.chance(0.4) ? [[evening]] : [])]
  const today = new Date(span.from).toISOString().slice(0, 10) as LocalDate
  for (const [index, times] of plans.entries()) {
    const others = [...knowledge.plans.keys()]
    const plan = index === 0 ? dailyAt(times) : anyPlan(chance, { times, today, others, isFromLog })
    const { id } = await addMedication(account, { ...plan })
    knowledge.addPlan(id as MedicationId, { from: span.from, learned: span.from, plan })
  }
  const person: Person = {
    name: zone,
    account,
    chance,
    server: knowledge,
    sends: new SendsReckoning(knowledge),
    logDoses: new LogDoses(knowledge),
    devices: [],
    stays: [{ zone, from: span.from }],
    listed: new Set(),
  }
  for (const name of ['phone', 'laptop'] as const) {
    person.devices.push(await newDevice(server, person, name, span))
  }
  return person
}

/** Signs in again: sessions end after 180 days. */
export async function signInAgain(server: SimulatedServer, person: Person): Promise<void> {
  person.account = await signIn(server.app, person.account.email)
}

async function newDevice(
  server: SimulatedServer,
  person: Person,
  name: 'phone' | 'laptop',
  span: Span,
): Promise<SimulatedDevice> {
  const { db } = server.app
  const userId = person.account.user.id as UserId
  const now = server.clock.now()
  const chance = person.chance.fork(name)
  const id = newDeviceId(chance, now)
  const label = `${person.name.replaceAll('/', '-')}-${name}`
  await subscribe(server.app, userId, label, { deviceId: id })
  const [row] = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.deviceId, id))
  if (!row) throw new Error('The subscription is not there')
  const device = new SimulatedDevice({
    name: `${person.name} ${name}`,
    userId,
    zone: person.server.zone,
    endpoint: endpointOf(label),
    subscription: row.id,
    id,
    chance,
    now: server.clock.now,
    carry: (path, init) => carry(server, person, path, init),
    ...daysOf(chance, name, span),
  })
  await device.start()
  return device
}

/** Draws when it is awake, has a network, and shows the app. */
function daysOf(
  chance: Chance,
  name: 'phone' | 'laptop',
  { from, to }: Span,
): { awake: Spells; online: Spells; open: Spells } {
  const spells = (what: string, on: readonly [number, number], off: readonly [number, number]) =>
    spellsOf(chance.fork(what), from, to, on, off)
  const longest = chance.chance(0.3) ? 3 * DAY : 3 * HOUR
  return {
    awake:
      name === 'phone'
        ? spells('awake', [DAY, 5 * DAY], [MINUTE, HOUR])
        : spells('awake', [HOUR, 8 * HOUR], [HOUR, 14 * HOUR]),
    online: spells('online', [4 * HOUR, 30 * HOUR], [MINUTE, longest]),
    open: spells('open', [MINUTE, HOUR], [4 * HOUR, 24 * HOUR]),
  }
}

async function carry(
  server: SimulatedServer,
  person: Person,
  path: string,
  { method = 'GET', headers, body }: RequestInit,
): Promise<Response> {
  const answer = await person.account.inject({
    method: method as 'GET',
    url: path,
    headers: { ...(headers as Record<string, string>) },
    ...(typeof body === 'string' ? { payload: body } : {}),
  })
  if (!server.isUp) throw new Error('The server is down')
  const told = Object.entries(answer.headers).filter(([, value]) => value !== undefined)
  return responseOf({
    status: answer.statusCode,
    headers: Object.fromEntries(told.map(([name, value]) => [name, String(value)])),
    body: answer.body,
  })
}
