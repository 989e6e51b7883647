import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeExtra, takeSlot, undoEvent } from '#domain/commands/dose-verbs.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { addDays, HOUR, type LocalDateTime, MINUTE } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { PlanSlot } from '#domain/protocol/reminders.ts'
import type { Medication } from '#domain/records/medication.ts'
import { readDoseViews } from '#src/data/reads.ts'
import { sized } from '#tests/support/long.ts'
import type { Device } from './device.ts'
import { type Chance, chanceOf } from './prng.ts'
import { adding, exchange, finish, quietWorld, rest, save } from './scripted.ts'
import { readAs, type SimServer, startServer } from './server.ts'
import type { World } from './world.ts'

const SEEDS = Array.from({ length: sized({ short: 4, long: 12 }) }, (_, index) => `log ${index + 1}`)

let server: SimServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** One medicine every eight hours after the last dose, and one that follows it half an hour later. */
async function addBoth(device: Device): Promise<void> {
  const { source, zone } = device.context()
  const { date, time } = localAt(source.now(), zone)
  const first = adding(device, 'Levodopa')
  const other = adding(device, 'Entacapone')
  const plan = { reminderTimes: [], startDate: null, endDate: null }
  const at = `${date}T${time}` as LocalDateTime
  await save(device, {
    ...first,
    args: { ...first.args, ...plan, schedule: { kind: 'after-taken', every: { hours: 8 }, first: at } },
  })
  await save(device, {
    ...other,
    args: { ...other.args, ...plan, schedule: { kind: 'after-dose', medicationId: first.args.id, minutes: 30 } },
  })
}

const range = (device: Device) => {
  const { source, zone } = device.context()
  const { date } = localAt(source.now(), zone)
  return { from: addDays(date, -2), to: addDays(date, 2), zone }
}

/** What somebody does with either medicine: takes it now, late, twice, or takes it back. */
async function act(device: Device, chance: Chance): Promise<void> {
  const { db, source } = device.context()
  const medication: Medication = chance.pick(await db.medications.orderBy('id').toArray())
  const late = { at: toInstant(source.now() - chance.between(0, 20) * HOUR) }
  if (chance.chance(0.3)) {
    const taken = await db.doseEvents.where('medicationId').equals(medication.id).toArray()
    const undone = new Set(taken.map(({ undoes }) => undoes))
    const standing = taken.filter(({ kind, id }) => kind === 'taken' && !undone.has(id))
    if (standing.length > 0) await save(device, undoEvent(device.author(), chance.pick(standing)))
    return
  }
  const { slots } = await readDoseViews(db, range(device), source.now())
  const open = slots.filter(({ state }) => state === 'due' || state === 'late' || state === 'upcoming')
  const taking =
    open.length > 0 && chance.chance(0.5)
      ? takeSlot(device.author(), chance.pick(open), late)
      : takeExtra(device.author(), medication, late)
  await save(device, taking)
}

const slotsOn = async (device: Device): Promise<string[]> => {
  const { db, source } = device.context()
  const { slots } = await readDoseViews(db, range(device), source.now())
  return slots.map(({ slot, state }) => `${slot.id} ${slot.date} ${slot.time} ${state}`)
}

async function slotsOnServer(world: World, device: Device): Promise<string[]> {
  const [person] = world.people
  if (!person) throw new Error('There should be a person')
  const { from, to } = range(device)
  const path = `/api/plan?from=${from}&to=${to}`
  const { slots } = await readAs<{ slots: PlanSlot[] }>(server, person, path)
  return slots.map(({ slotId, date, time, state }) => `${slotId} ${date} ${time} ${state}`)
}

describe('doses that follow from the log', () => {
  it.each(SEEDS)(
    'are the same on three devices that logged offline, and on the server: seed "%s"',
    async (seed) => {
      const chance = chanceOf(seed)
      const { world, phone, tablet, laptop } = await quietWorld(server, seed)
      const devices = [phone, tablet, laptop]
      await addBoth(phone)
      await exchange(world)
      for (let round = 0; round < 12; round += 1) {
        for (const device of devices) device.state.offline = chance.chance(0.6)
        await act(chance.pick(devices), chance)
        await rest(world, chance.between(1, 300) * MINUTE)
      }
      for (const device of devices) device.state.offline = false
      await exchange(world)
      const onServer = (await slotsOnServer(world, phone)).sort()
      expect(onServer.length, 'doses to compare').toBeGreaterThan(0)
      for (const device of devices) expect((await slotsOn(device)).sort()).toEqual(onServer)
      await finish(world)
    },
    60_000,
  )
})
