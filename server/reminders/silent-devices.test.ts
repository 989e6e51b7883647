import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#domain/lib/local-time.ts'
import { systemRandom } from '../platform/clock.ts'
import { queuedMails } from '../testing/mails.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { type ReminderFixture, reminderFixture, subscribe } from '../testing/reminders.ts'
import { neverSetAside } from '../testing/set-aside.ts'
import { pushSubscriptions } from '../testing/tables.ts'
import { addMedication } from '../testing/writes.ts'
import { warnOfSilence } from './silent-devices.ts'

let stage: ReminderFixture
let ann: Person
beforeEach(async () => {
  stage = await reminderFixture()
  ann = await asAdult(stage.server, 'ann@example.org')
})
afterEach(() => stage.server.close())

const warn = () => {
  const { db, clock, config } = stage.server
  return warnOfSilence({
    db,
    clock,
    random: systemRandom,
    config,
    onSetAside: neverSetAside,
    mailWaits: () => {},
  })
}
const written = () => queuedMails(stage.server.db)
const subscribed = (device: string) => subscribe(stage.server, ann.user.id, device)
const shown = (device: string) =>
  stage.server.db
    .update(pushSubscriptions)
    .set({ lastShownAt: new Date(stage.clock.now()) })
    .where(eq(pushSubscriptions.deviceName, device))

/** Lets this much time pass, with the worker running every hour. */
async function live(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += HOUR) {
    stage.clock.advance(HOUR)
    await stage.worker.pass()
  }
}

describe('R6.1 no proof of delivery for 48 hours', () => {
  it('while doses were due: one mail that names the device and no medicine, and none again for two weeks', async () => {
    await addMedication(ann, { name: 'Ramipril', reminderTimes: ['08:00'] })
    await subscribed('Chrome on Android')
    await live(DAY)
    await warn()
    expect(await written()).toEqual([])
    await live(DAY)
    await warn()
    await live(3 * DAY)
    await warn()
    const mails = await written()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ann@example.org', 'Your phone may not be reminding you'],
    ])
    expect(mails[0]?.text).toContain('sent to Chrome on Android,')
    expect(mails[0]?.text).toContain('/settings/reminders')
    expect(JSON.stringify(mails)).not.toContain('Ramipril')
    await live(12 * DAY)
    await warn()
    expect(await written()).toHaveLength(2)
  })

  it('a proof from any device is one; when it stays away after that, a mail goes out anew', async () => {
    await addMedication(ann, { reminderTimes: ['08:00'] })
    await subscribed('Phone')
    await subscribed('Tablet')
    await live(2 * DAY)
    await shown('Tablet')
    await warn()
    expect(await written()).toEqual([])
    await live(2 * DAY)
    await warn()
    await live(HOUR)
    await shown('Phone')
    await live(2 * DAY)
    await warn()
    expect(await written()).toHaveLength(2)
    expect((await written())[0]?.text).toMatch(/sent to (Phone and Tablet|Tablet and Phone),/)
  })

  it('without a dose that was due nobody is written to', async () => {
    await addMedication(ann, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    await subscribed('Phone')
    await live(3 * DAY)
    await warn()
    expect(await written()).toEqual([])
  })

  it('of several servers one writes', async () => {
    await addMedication(ann, { reminderTimes: ['08:00'] })
    await subscribed('Phone')
    await live(2 * DAY)
    await Promise.all([warn(), warn(), warn()])
    expect(await written()).toHaveLength(1)
  })

  it('a device whose mail could not be written is warned of by a later run', async () => {
    await addMedication(ann, { reminderTimes: ['08:00'] })
    await subscribed('Phone')
    await live(2 * DAY)
    await stage.server.db.execute('alter table mails rename to away')
    await expect(warn()).rejects.toThrow()
    await stage.server.db.execute('alter table away rename to mails')
    await warn()
    expect(await written()).toHaveLength(1)
  })
})
