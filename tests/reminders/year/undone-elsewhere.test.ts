import '#tests/sync/no-real-time-limits.ts'
import { expect, it } from 'vitest'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import { chanceOf } from '#tests/sync/prng.ts'
import { newPerson } from './people.ts'
import { SimulatedServer } from './server.ts'

/** Found by the simulated year: the device of the undo slept at the next stage, and the other one called the dose logged. */
it('R5.11 a dose that is undone on one device rings on the other, which holds it for taken', async () => {
  const from = Date.UTC(2026, 6, 5)
  const server = await SimulatedServer.begin(from)
  const person = await newPerson(server, chanceOf('two devices'), 'Europe/London', { from, to: from + DAY })
  const [phone, laptop] = person.devices
  const dose = person.server.dosesNear(from).find((one) => person.server.instantOf(one) > from)
  if (!phone || !laptop || !dose) throw new Error('Two devices and a dose were expected')
  for (const device of person.devices) await device.sync()
  const due = person.server.instantOf(dose)
  const ringsAt = async (minutes: number) => {
    server.clock.set(due + minutes * MINUTE)
    await server.pass()
    const pushes = server.push.take(phone.endpoint)
    const rings = []
    for (const text of pushes) rings.push(...(await phone.push(text, () => phone.sync())).rings)
    return rings.filter(({ slotId }) => slotId === dose.id).map(({ stage }) => stage)
  }
  expect(await ringsAt(0)).toEqual([0])
  server.clock.set(due + 2 * MINUTE)
  const taken = await laptop.log(dose, 'taken', 0)
  if (!taken) throw new Error('The laptop does not show the dose')
  await laptop.sync()
  await phone.sync()
  expect(await ringsAt(3)).toEqual([])
  expect(await phone.stateOf(dose)).toBe('taken')
  await laptop.undo(taken)
  await laptop.sync()
  expect(await ringsAt(5)).toEqual([5])
  for (const device of person.devices) device.close()
  await server.close()
})
