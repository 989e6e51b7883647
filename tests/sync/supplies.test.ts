import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import type { Amount } from '#domain/lib/amount.ts'
import { newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { SupplyAnswer } from '#domain/protocol/supply.ts'
import { readSupplies } from '#src/data/supply-reads.ts'
import { addedPack } from '#src/testing/device.ts'
import type { Device } from './device.ts'
import { type Add, adding, dosing, exchange, finish, outbox, quietWorld, save } from './scripted.ts'
import { readAs, type SimServer, startServer } from './server.ts'
import type { World } from './world.ts'

let server: SimServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** A tablet twice a day, or 90 minutes after each of another medicine. */
const tablets = (device: Device, medicine?: string, other?: Add): Add => {
  const { name, args } = adding(device, medicine)
  const amounts = { unit: 'tablet', each: '1' as Amount }
  if (!other) return { name, args: { ...args, amounts } }
  const schedule = { kind: 'after-dose' as const, medicationId: other.args.id, minutes: 90 }
  return { name, args: { ...args, amounts, schedule, reminderTimes: [] } }
}
const runsOut = async ({ people: [person] }: World, from: SimServer) => {
  if (!person) throw new Error('There should be a person')
  const all = await readAs<SupplyAnswer[]>(from, person, '/api/supplies')
  return all.map(({ medicationId, runsOutOn, isEstimate }) => ({ medicationId, runsOutOn, isEstimate }))
}
const refilling = (device: Device, { args }: Add, amount = '28') =>
  addedPack(device.clock, args, { amount: amount as Amount })
const undoing = (device: Device, { args }: Extract<Command, { name: 'supply.record' }>): Command => ({
  name: 'supply.record',
  args: {
    ...args,
    id: newId(device.clock),
    kind: 'undone',
    amount: null,
    undoes: args.id,
    at: toInstant(device.clock.now()),
  },
})
const onHand = async (device: Device, { args }: Add) => {
  const { db, source, zone } = device.context()
  const [supply] = await readSupplies(db, zone, source.now())
  expect(supply?.medication.id).toBe(args.id)
  return supply?.state?.onHand
}

describe('S13 supplies', () => {
  it('S13.2 two devices that logged and refilled offline show the same count, and nothing is doubled', async () => {
    const { world, phone, tablet, laptop } = await quietWorld(server, 'two refills')
    const medication = tablets(phone)
    await save(phone, medication, refilling(phone, medication))
    await exchange(world)
    phone.state.offline = true
    tablet.state.offline = true
    await save(phone, dosing(phone, medication), refilling(phone, medication, '30'), dosing(phone, medication))
    await save(tablet, refilling(tablet, medication, '1/3'), dosing(tablet, medication))
    expect([await onHand(phone, medication), await onHand(tablet, medication)]).toEqual([
      { amount: '56', excess: '0' },
      { amount: '82/3', excess: '0' },
    ])
    phone.state.offline = false
    tablet.state.offline = false
    await exchange(world)
    for (const device of [phone, tablet, laptop])
      expect(await onHand(device, medication)).toEqual({ amount: '166/3', excess: '0' })
    await finish(world)
  })

  it('S13.2 an undo counts on every device, whichever made the entry', async () => {
    const { world, phone, tablet, laptop } = await quietWorld(server, 'undone refill')
    const medication = tablets(phone)
    const pack = refilling(phone, medication)
    await save(phone, medication, refilling(phone, medication, '5'), pack)
    await exchange(world)
    await save(tablet, undoing(tablet, pack))
    await exchange(world)
    for (const device of [phone, tablet, laptop])
      expect(await onHand(device, medication)).toMatchObject({ amount: '5' })
    await finish(world)
  })

  it('S13.2 what is taken after another medicine runs out on the same day everywhere, also after doses taken offline', async () => {
    const { world, phone, tablet, laptop } = await quietWorld(server, 'a chain')
    const first = tablets(phone, 'Omeprazole')
    const second = tablets(phone, 'Metformin', first)
    const third = tablets(phone, 'Iron', second)
    await save(phone, first, second, third, ...[first, second, third].map((one) => refilling(phone, one, '5')))
    await exchange(world)
    tablet.state.offline = true
    await save(phone, dosing(phone, first))
    await save(tablet, dosing(tablet, second), dosing(tablet, first))
    tablet.state.offline = false
    await exchange(world)
    const expected = await runsOut(world, server)
    expect(expected).toHaveLength(3)
    for (const { runsOutOn, isEstimate } of expected) expect([runsOutOn !== null, isEstimate]).toEqual([true, false])
    for (const device of [phone, tablet, laptop]) {
      const { db, source, zone } = device.context()
      const all = await readSupplies(db, zone, source.now())
      expect(
        all.map(({ medication, state }) => ({
          medicationId: medication.id,
          runsOutOn: state?.runsOutOn,
          isEstimate: state?.isEstimate,
        })),
      ).toEqual(expect.arrayContaining(expected))
    }
    await finish(world)
  })

  it('S13.3 what was entered for a medication deleted elsewhere waits for the user', async () => {
    const { world, phone, tablet, laptop } = await quietWorld(server, 'refilled and deleted')
    const medication = tablets(phone)
    await save(phone, medication, refilling(phone, medication))
    await exchange(world)
    phone.state.offline = true
    await save(phone, refilling(phone, medication))
    await save(tablet, { name: 'medication.delete', args: { id: medication.args.id } })
    await exchange(world)
    phone.state.offline = false
    await exchange(world)
    expect(await outbox(phone)).toMatchObject([
      { kind: 'supply', state: 'attention', refusal: { code: 'medication_gone' }, subject: { name: 'Metformin' } },
    ])
    for (const device of [phone, tablet, laptop]) expect(await device.context().db.supplyEvents.count()).toBe(0)
    await finish(world)
  })
})
