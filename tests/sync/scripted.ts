import type { Command } from '#domain/commands/command.ts'
import { takeExtra } from '#domain/commands/dose-verbs.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { samplePlan } from '#domain/testing/samples.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import type { Device } from './device.ts'
import { comeToRest } from './play.ts'
import type { SimServer } from './server.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** Creates a world for a written trace: nothing happens by chance, and every device knows what the server knows. */
export async function quietWorld(server: SimServer, name: string, options: WorldOptions = {}) {
  const world = await createWorld(server, name, { calm: true, ...options })
  const [phone, tablet, laptop] = world.devices
  if (!phone || !tablet || !laptop) throw new Error('There should be three devices')
  await rest(world)
  return { world, phone, tablet, laptop }
}

/** Lets everything under way finish. */
export const rest = (world: World, ms = 2 * MINUTE): Promise<void> => world.time.runUntil(world.time.now() + ms)

/** Lets every device deliver and ask, twice: what one of them sends in the first round is there in the second. */
export async function exchange(world: World): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    for (const device of world.devices) device.request()
    await rest(world)
  }
}

/** Repairs, delivers and compares everything; throws the first thing that is wrong, with the trace. */
export async function finish(world: World): Promise<void> {
  for (const device of world.devices) device.state.scripted = null
  await comeToRest(world)
  for (const device of world.devices) device.end()
  if (world.violations.length > 0) throw new Error(`${world.violations.join('\n')}\n${world.trace.join('\n')}`)
}

export type Add = Extract<Command, { name: 'medication.add' }>

export const adding = (device: Device, name = 'Metformin'): Add => ({
  name: 'medication.add',
  args: {
    id: newId<MedicationId>(device.clock),
    name,
    dosage: '500 mg',
    frequency: '',
    instructions: '',
    important: false,
    ...samplePlan(),
    createdAt: toInstant(device.clock.now()),
    allowDuplicate: false,
  },
})

export const dosing = (device: Device, { args }: Add): Command => takeExtra(device.author(), args)

export const renaming = (device: Device, id: MedicationId, name: string): Command => ({
  name: 'medication.edit',
  args: { id, changes: { name }, editedAt: toInstant(device.clock.now()) },
})

/** Saves, and notifies the page. Returns the keys. */
export async function save(device: Device, ...commands: Command[]): Promise<string[]> {
  const saved = await device.write(device.context(), commands)
  if (!saved.ok) throw new Error(saved.error.error)
  device.diary.saved(saved.value)
  device.request()
  return saved.value
}

/** Does something under "Needs attention" and records what became of the entries. */
export async function resolve(device: Device, act: () => Promise<unknown>): Promise<void> {
  const before = (await outbox(device)).map((row) => row.key)
  await act()
  const after = (await outbox(device)).map((row) => row.key)
  device.diary.givenUp(before.filter((key) => !after.includes(key)))
  device.diary.saved(after.filter((key) => !before.includes(key)))
  device.request()
}

export const outbox = (device: Device): Promise<StoredEntry[]> =>
  device.context().db.outbox.orderBy('position').toArray()

/** Returns what a screen shows: the names in the list, and how many doses are logged. */
export async function shown(device: Device): Promise<{ names: string[]; doses: number }> {
  const { db } = device.context()
  const names = (await db.medications.toArray()).map((record) => record.name).sort()
  return { names, doses: await db.doseEvents.count() }
}
