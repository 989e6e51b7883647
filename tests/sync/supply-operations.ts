import type { Command } from '#domain/commands/command.ts'
import { type SupplyAct, supplyCommands } from '#domain/commands/supply-verbs.ts'
import type { Amount } from '#domain/lib/amount.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import { supplyUnitOf } from '#domain/supply/supply-unit.ts'
import { samplePlan } from '#domain/testing/samples.ts'
import { supplyEventOf } from '#src/data/stored-supply.ts'
import type { Act, Done } from './act.ts'
import type { Device } from './device.ts'
import type { Chance } from './prng.ts'

/** Everything a user does about what is there of a medicine; drawn only where the seed asks for it (script.ts). */
export const SUPPLY_OPERATIONS = [
  'add counted',
  'refill',
  'count',
  'discard supply',
  'undo supply',
  'stop counting',
] as const
export type SupplyOperation = (typeof SUPPLY_OPERATIONS)[number]

export const isOfSupply = (operation: string): operation is SupplyOperation =>
  (SUPPLY_OPERATIONS as readonly string[]).includes(operation)

const AMOUNTS = ['1', '0.5', '1/3', '28', '2.25'] as Amount[]
const tablets = (chance: Chance) => ({ unit: 'tablet', each: chance.pick(AMOUNTS) })

interface Ports {
  save(device: Device, commands: Command[]): Promise<Done>
  addition(device: Device, chance: Chance): Extract<Command, { name: 'medication.add' }>
}

export function supplyActs({ save, addition }: Ports): Record<SupplyOperation, Act> {
  const acting =
    (make: (medication: Medication, chance: Chance) => SupplyAct): Act =>
    async (device, chance) => {
      const all = await device.context().db.medications.orderBy('id').toArray()
      const counted = all.filter((medication) => supplyUnitOf(medication) !== null)
      if (counted.length === 0) return 'nothing'
      return save(device, supplyCommands(device.clock, make(chance.pick(counted), chance)).commands)
    }
  return {
    async 'add counted'(device, chance) {
      const { name, args } = addition(device, chance)
      const added: Command = { name, args: { ...args, ...samplePlan(), amounts: tablets(chance) } }
      if (chance.chance(0.3)) return save(device, [added])
      const medication = { id: args.id } as Medication
      const count = supplyCommands(device.clock, { verb: 'count', medication, amount: chance.pick(AMOUNTS) })
      return save(device, [added, ...count.commands])
    },
    refill: acting((medication, chance) => ({
      verb: 'refill',
      medication,
      amount: chance.pick(AMOUNTS),
      expiresOn: chance.pick([null, '2027-06-30'] as (LocalDate | null)[]),
    })),
    count: acting((medication, chance) => ({
      verb: 'count',
      medication,
      amount: chance.pick(['0', ...AMOUNTS] as Amount[]),
    })),
    'discard supply': acting((medication, chance) => ({ verb: 'discard', medication, amount: chance.pick(AMOUNTS) })),
    async 'undo supply'(device, chance) {
      const { db, source } = device.context()
      const events = (await db.supplyEvents.orderBy('id').toArray()).filter(({ kind }) => kind !== 'undone')
      if (events.length === 0) return 'nothing'
      const event = supplyEventOf(chance.pick(events))
      const medication = await db.medications.get(event.medicationId)
      return medication ? save(device, supplyCommands(source, { verb: 'undo', medication, event }).commands) : 'nothing'
    },
    /** What others count meanwhile is refused (S13.3). */
    async 'stop counting'(device, chance) {
      const all = await device.context().db.medications.orderBy('id').toArray()
      if (all.length === 0) return 'nothing'
      const { id } = chance.pick(all)
      const changes = { plan: samplePlan(chance.chance(0.5) ? { amounts: tablets(chance) } : {}) }
      return save(device, [{ name: 'medication.edit', args: { id, changes, editedAt: toInstant(device.clock.now()) } }])
    },
  }
}
