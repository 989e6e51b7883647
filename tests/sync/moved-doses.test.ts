import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveSlot, undoEvent } from '#domain/commands/dose-verbs.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { addDays, HOUR, type LocalTime } from '#domain/lib/local-time.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'
import { readDoseViews } from '#src/data/reads.ts'
import type { Device } from './device.ts'
import { adding, exchange, finish, quietWorld, save } from './scripted.ts'
import { type SimServer, startServer } from './server.ts'

let server: SimServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** The first dose of tomorrow, as this device sees it. */
async function tomorrowsDose(device: Device) {
  const { db, source, zone } = device.context()
  const date = addDays(localAt(source.now(), zone).date, 1)
  const { slots } = await readDoseViews(db, { from: date, to: date, zone }, source.now())
  const view = slots.find(({ slot }) => slot.time === '08:00')
  if (!view) throw new Error('The sample plan has a dose at 8:00')
  return { view, zone }
}

async function moving(device: Device, to: string) {
  const { view, zone } = await tomorrowsDose(device)
  const time = to as LocalTime
  return moveSlot(device.author(), view, { to: time, until: toInstant(instantAt(view.slot.date, time, zone)) })
}

const timeOn = async (device: Device) => shownTime((await tomorrowsDose(device)).view.slot)

describe('S4.8 a dose that two devices moved offline', () => {
  it('is at the time entered last on every device, and back when that is undone', async () => {
    const { world, phone, tablet, laptop } = await quietWorld(server, 'moved twice')
    await save(phone, adding(phone))
    await exchange(world)
    phone.state.offline = true
    tablet.state.offline = true
    await save(tablet, await moving(tablet, '10:00'))
    const last = await moving(phone, '11:30')
    const entered = { ...last, args: { ...last.args, loggedAt: toInstant(Date.parse(last.args.loggedAt) + HOUR) } }
    await save(phone, entered)
    expect([await timeOn(phone), await timeOn(tablet)]).toEqual(['11:30', '10:00'])
    phone.state.offline = false
    await exchange(world)
    tablet.state.offline = false
    await exchange(world)
    for (const device of [phone, tablet, laptop]) expect(await timeOn(device)).toBe('11:30')

    await save(laptop, undoEvent(laptop.author(), entered.args))
    await exchange(world)
    for (const device of [phone, tablet, laptop]) expect(await timeOn(device)).toBe('10:00')
    await finish(world)
  })
})
