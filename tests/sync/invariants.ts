import { isDeepStrictEqual } from 'node:util'
import { readCommand } from '#domain/commands/read-command.ts'
import { createdBy, referencesOf } from '#domain/commands/references.ts'
import type { Amount } from '#domain/lib/amount.ts'
import type { DosesAnswer } from '#domain/protocol/doses.ts'
import { LIST_NAMES, type ListName } from '#domain/protocol/lists.ts'
import type { PlanSlot } from '#domain/protocol/reminders.ts'
import type { SupplyAnswer, SupplyEventsAnswer } from '#domain/protocol/supply.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { storedList } from '#src/data/record-view.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { readSupplies } from '#src/data/supply-reads.ts'
import type { Device } from './device.ts'
import type { Survivors } from './history.ts'
import { checkMoves, daysAround, placesOn, placesOnServer } from './moves-check.ts'
import { count } from './report.ts'
import { readAs } from './server.ts'
import type { Person, World } from './world.ts'

/** Whether every device has delivered what it may and has received all news. */
export async function settled({ devices }: World): Promise<boolean> {
  for (const device of devices) {
    if (device.state.gone) continue
    if (device.takeEnds().at(-1)?.kind !== 'synced' || !device.isIdle()) return false
    if ((await sendable(device)).length > 0) return false
    if ((await device.context().db.giveBack.count()) > 0) return false
  }
  return true
}

const rowsOf = (device: Device): Promise<StoredEntry[]> => device.context().db.outbox.orderBy('position').toArray()

/** Returns waiting entries that do not refer to a record whose own write was refused. */
async function sendable(device: Device): Promise<StoredEntry[]> {
  const rows = await rowsOf(device)
  const refused = new Set(
    rows.flatMap((row) => {
      const command = readCommand(row.command)
      const made = row.state === 'attention' && command ? createdBy(command) : null
      return made ? [made] : []
    }),
  )
  return rows.filter((row) => {
    const command = readCommand(row.command)
    return row.state === 'waiting' && !(command && referencesOf(command).some((id) => refused.has(id)))
  })
}

/** Compares everything that must be equal when all is quiet, and reports each difference to the world. */
export async function compareEverything(world: World): Promise<void> {
  for (const person of world.people) {
    const truth = await serverTruth(world, person)
    for (const device of world.devices) {
      if (device.account === person.account && !device.state.gone) await compareDevice(world, device, truth)
    }
  }
}

interface Truth {
  lists: Record<ListName, string[]>
  doses: string[]
  supplies: string[]
  /** What is there of each medication, as the server folds it. */
  onHand: string[]
  /** Where each dose of these days stands. */
  places: string[]
}

/** Returns what the server has, checked against every write it ever accepted (S2.2). */
async function serverTruth(world: World, person: Person): Promise<Truth> {
  const { server, violate, report } = world
  const { ledger } = person
  const list = await readAs<ListedMedication[]>(server, person, '/api/medications')
  const log = await readAs<DosesAnswer>(server, person, '/api/doses?since=0&limit=2000')
  const counted = await readAs<SupplyEventsAnswer>(server, person, '/api/supply-events?since=0')
  const supplies = counted.events.map(unreceived).sort()
  const onHand = supplies.length === 0 ? [] : onHandTexts(await readAs<SupplyAnswer[]>(server, person, '/api/supplies'))
  const places = await serverPlaces(world, person, log.events)
  const medications = list.map(({ isActive: _, ...record }) => record)
  const appointments = await readAs<Appointment[]>(server, person, '/api/appointments')
  const lists = { medications: medications.map(text).sort(), appointments: appointments.map(text).sort() }
  if (ledger.wasTakenBack()) {
    const logged = new Set<string>([...log.events, ...counted.events].map(({ id }) => id))
    for (const problem of ledger.history.problems(
      { medications, appointments, logged },
      await survivorsOf(world, person),
    ))
      violate(problem)
    return { lists, doses: log.events.map(text).sort(), supplies, onHand, places }
  }
  for (const name of LIST_NAMES) {
    const expected = [...ledger[name].values()].map(text).sort()
    if (!isDeepStrictEqual(lists[name], expected)) {
      violate(`S2.2 the server's ${name} are not what it said yes to: ${differences(lists[name], expected)}`)
    }
  }
  const events = log.events.map(({ seq, receivedAt: _, ...event }) => text({ seq, ...event }))
  const said = [...ledger.doses.values()].map(({ event, seq, by }) => text({ seq, by, ...event }))
  if (!isDeepStrictEqual([...events].sort(), said.sort())) {
    violate(`S2.2 the server's log is not what it said yes to: ${differences(events, said)}`)
  }
  const told = [...ledger.supplies.values()].map(({ event, seq, by }) => text({ ...event, seq, by })).sort()
  if (!isDeepStrictEqual(supplies, told))
    violate(`S2.2 the server's supplies are not what it said yes to: ${differences(supplies, told)}`)
  if (log.cursor < Math.max(0, ...log.events.map(({ seq }) => seq))) violate('S4.1 the cursor is behind the log')
  if (medications.length > 1) count(report, 'rules', 'S5.1')
  if (log.events.length > 0) count(report, 'rules', 'S4.1')
  if ([...ledger.doses.values()].some(({ by }) => by)) count(report, 'rules', 'S14.6')
  return { lists, doses: log.events.map(text).sort(), supplies, onHand, places }
}

/** Returns where the server says that each dose of these days stands, checked against its log (S4.8). */
async function serverPlaces({ server, time, violate, report }: World, person: Person, log: DosesAnswer['events']) {
  server.clock.set(time.now())
  const days = daysAround(time.now(), person.account.zone)
  const path = `/api/plan?from=${days.from}&to=${days.to}`
  const { slots } = await readAs<{ slots: PlanSlot[] }>(server, person, path)
  const { problems, moved, ofSeveralDevices, afterLogging } = checkMoves(slots, log, days)
  for (const problem of problems) violate(problem)
  if (moved > 0) count(report, 'rules', 'S4.8')
  if (ofSeveralDevices > 0) count(report, 'rules', 'S4.8 of several devices')
  if (afterLogging > 0) count(report, 'rules', 'S4.8 after logging')
  return placesOnServer(slots)
}

const onHandTexts = (all: readonly Pick<SupplyAnswer, 'medicationId' | 'onHand' | 'excess'>[]): string[] =>
  all.map(({ medicationId, onHand, excess }) => `${medicationId} ${onHand} ${excess}`).sort()

/** As a device stores a supply event. */
const unreceived = (event: object): string => {
  const { receivedAt: _, ...rest } = event as { receivedAt?: unknown }
  return text(rest)
}

/** Returns which devices remain in the end, and what they know. */
async function survivorsOf({ devices }: World, { account }: Person): Promise<Survivors> {
  const present = devices.filter((device) => device.account === account && !device.state.gone)
  const excused = new Set(devices.flatMap(({ diary }) => [...diary.recordsGivenUp]))
  for (const device of present) {
    for (const row of await rowsOf(device)) excused.add(row.recordId)
  }
  const known = new Set(present.flatMap(({ diary }) => diary.acknowledgedKeys()))
  return {
    knows: (key) => known.has(key),
    isPresent: (name) => present.some((device) => device.name === name),
    isExcused: (id) => excused.has(id),
  }
}

/** Returns what a device shows to be there, at whatever time its clock shows. */
async function onHandOn(device: Device): Promise<string[]> {
  const { db, source, zone } = device.context()
  const all = await readSupplies(db, zone, source.now())
  return onHandTexts(
    all.flatMap(({ medication: { id: medicationId }, state }) => {
      if (!state) return []
      const { amount = null, excess = '0' as Amount } = state.onHand ?? {}
      return [{ medicationId, onHand: amount, excess }]
    }),
  )
}

async function compareDevice(world: World, device: Device, truth: Truth): Promise<void> {
  const { db } = device.context()
  const { violate, report } = world
  const problem = (sentence: string) => violate(`${sentence} (${device.name})`)
  const rows = await rowsOf(device)
  for (const name of LIST_NAMES) {
    const stored = storedList(db, name)
    const base = (await stored.base.toArray()).map(text).sort()
    if (!isDeepStrictEqual(base, truth.lists[name])) {
      problem(`S3.1 the base of ${name} differs from the server: ${differences(base, truth.lists[name])}`)
    }
    const view = (await stored.view.toArray()).map(text).sort()
    if (rows.every(({ state }) => state === 'attention') && !isDeepStrictEqual(view, truth.lists[name])) {
      problem(`S3.1 the view of ${name} differs from the server: ${differences(view, truth.lists[name])}`)
    }
  }
  const doses = (await db.doseEvents.toArray())
    .filter(({ seq }) => seq !== null)
    .map(({ looseAt: _, ...event }) => text(event))
    .sort()
  if (!isDeepStrictEqual(doses, truth.doses)) {
    problem(`S4.2 the log differs from the server's: ${differences(doses, truth.doses)}`)
  }
  const supplies = (await db.supplyEvents.toArray())
    .filter(({ seq }) => seq !== null)
    .map(unreceived)
    .sort()
  if (!isDeepStrictEqual(supplies, truth.supplies))
    problem(`S13.1 the supplies differ from the server's: ${differences(supplies, truth.supplies)}`)
  if (truth.supplies.length > 0 && rows.every(({ state }) => state === 'attention')) {
    count(report, 'rules', 'S13.2')
    const onHand = await onHandOn(device)
    if (!isDeepStrictEqual(onHand, truth.onHand))
      problem(`S13.2 what is there differs from the server's: ${differences(onHand, truth.onHand)}`)
  }
  if (rows.every(({ state }) => state === 'attention')) {
    const now = world.time.now()
    const places = await placesOn(device, daysAround(now, device.account.zone), now)
    if (!isDeepStrictEqual(places, truth.places))
      problem(`S4.8 doses stand elsewhere than on the server: ${differences(places, truth.places)}`)
  }
  const kept = new Map(rows.map((row) => [row.key, row]))
  for (const key of device.diary.waiting()) {
    if (!kept.has(key)) problem(`S1.1 the write ${key} was saved and has vanished`)
  }
  for (const { key, state, refusal } of rows) {
    if (device.ledger.accepted.has(key) && !device.ledger.everRefused.has(key))
      problem(`S2.4 ${key} is in the outbox although the server has it`)
    if (state === 'attention' && !refusal) problem(`S6.3 ${key} needs attention and does not say why`)
    if (state === 'waiting' && device.ledger.refused.has(key)) problem(`S6.3 ${key} was refused and does not show it`)
  }
  for (const key of device.diary.acknowledgedKeys()) {
    if (!device.ledger.everAccepted.has(key) && !device.ledger.everRefused.has(key))
      problem(`S2.4 ${key} is forgotten and nowhere`)
  }
  const remembered = (await db.acknowledged.toArray()).filter(({ key, seq }) => device.ledger.accepted.get(key) === seq)
  if (remembered.length > 0) count(report, 'rules', 'S11.1')
  count(report, 'rules', 'S8.2')
}

/** Renders records with their fields in one order. */
const text = (record: object): string =>
  JSON.stringify(record, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Describes only what one side has and the other lacks. */
function differences(found: readonly string[], wanted: readonly string[]): string {
  const extra = found.filter((one) => !wanted.includes(one))
  const missing = wanted.filter((one) => !found.includes(one))
  return JSON.stringify({ extra, missing })
}
