import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import type { Amount } from '#domain/lib/amount.ts'
import { readLogAgain } from '#src/data/database-upgrades.ts'
import { readSupplies } from '#src/data/supply-reads.ts'
import { readSyncState } from '#src/data/sync-state.ts'
import { addedPack } from '#src/testing/device.ts'
import type { Device } from './device.ts'
import { adding, dosing, exchange, finish, quietWorld, save } from './scripted.ts'
import { type SimServer, startServer } from './server.ts'

let server: SimServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Makes a device what it was with an older app that has just been updated: its doses have no exact amounts. */
async function update(device: Device): Promise<void> {
  const { db } = device.context()
  await db.doseEvents.toCollection().modify((event) => {
    delete event.takenAmount
  })
  await db.transaction('rw', db.state, readLogAgain)
}

it('S4.9 a device whose older app dropped the exact amounts of doses has them after its next passes', async () => {
  const { world, phone, tablet, laptop } = await quietWorld(server, 'an old log')
  const { name, args } = adding(phone)
  const medication = { name, args: { ...args, amounts: { unit: 'tablet', each: '1' as Amount } } }
  const third = (): Command => {
    const dose = dosing(phone, medication) as Extract<Command, { name: 'dose.record' }>
    return { ...dose, args: { ...dose.args, takenAmount: '1/3' as Amount } }
  }
  await save(phone, medication, addedPack(phone.clock, args, { amount: '10' as Amount }))
  await exchange(world)
  await save(phone, third(), third(), third())
  await exchange(world)
  const onHand = async (device: Device) => {
    const { db, source, zone } = device.context()
    return (await readSupplies(db, zone, source.now())).map(({ state }) => state?.onHand?.amount)
  }
  for (const device of [tablet, laptop]) await update(device)
  expect(await onHand(laptop)).toEqual(['7'])
  laptop.state.offline = true
  await save(laptop, dosing(laptop, medication))
  await exchange(world)
  expect([await onHand(phone), await onHand(tablet), await onHand(laptop)]).toEqual([['9'], ['9'], ['6']])
  laptop.state.offline = false
  await exchange(world)
  for (const device of [phone, tablet, laptop]) {
    expect(await onHand(device)).toEqual(['8'])
    expect((await readSyncState(device.context().db)).reread).toBeUndefined()
  }
  await finish(world)
})
