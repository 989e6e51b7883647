import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListedPerson } from '#domain/records/person.ts'
import type { Mail } from '../mail/mailer.ts'
import { planMissing } from '../occurrences/plan-missing.ts'
import { systemRandom } from '../platform/clock.ts'
import type { Person } from '../testing/people.ts'
import { addPerson, on } from '../testing/people-of.ts'
import { asSubscriber, endpointOf, type ReminderFixture, reminderFixture, subscribe } from '../testing/reminders.ts'
import { neverSetAside } from '../testing/set-aside.ts'
import { reminderDue } from '../testing/tables.ts'
import { addAppointment, addMedication, doseBody, type Json, send, supplyBody } from '../testing/writes.ts'
import { mailOpenDoses } from './important-doses.ts'
import { pushSupplyNotices } from './supply-job.ts'

let stage: ReminderFixture
let ada: Person
let mia: ListedPerson
let child: Person
beforeEach(async () => {
  stage = await reminderFixture()
  ada = await asSubscriber(stage, 'phone')
  mia = await addPerson(ada, { name: 'Mia' })
  child = on(ada, mia)
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

const syrup = (fields: Json = {}) =>
  addMedication(child, { name: 'Syrup', dosage: '5 mL', reminderTimes: ['08:00'], ...fields })
const log = (medicationId: string, fields: Json = {}) => {
  const now = new Date(stage.clock.now()).toISOString()
  const body = doseBody(medicationId, { slot: '2026-03-02 08:00', at: now, loggedAt: now, ...fields } as never)
  return send(child, 'POST', '/api/doses', body)
}

describe('R11.1 somebody without sign-in', () => {
  it('is reminded of on the devices of the account that keeps them, by name, and opens their day', async () => {
    const { id } = await syrup()
    await stage.at('8:00')
    const slotId = doseBody(id, { slot: '2026-03-02 08:00' }).slotId
    expect(stage.push.take()).toMatchObject([
      {
        endpoint: endpointOf('phone'),
        title: 'Mia: time for Syrup',
        body: 'Time to take Syrup (5 mL) at 8:00 AM',
        user: ada.user.id,
        person: mia.id,
        navigate: `https://dosewell.example/?dose=${slotId}&person=${mia.id}`,
        slotIds: [slotId],
      },
    ])
  })

  it('is reminded of in their own zone', async () => {
    await send(ada, 'PATCH', `/api/people/${mia.id}`, { timeZone: 'Asia/Tokyo' })
    await syrup()
    await stage.at('8:00')
    expect(stage.push.take()).toEqual([])
    await stage.at('10:00')
    expect(stage.push.take()).toMatchObject([{ title: 'Mia: time for Syrup' }])
  })

  it('is reminded of once their account has a device, and on each of its devices', async () => {
    const other = await asSubscriber(stage, 'other')
    const own = await addPerson(other, { name: 'Leo' })
    await addMedication(on(other, own), { reminderTimes: ['08:00'] })
    await subscribe(stage.server, other.user.id, 'tablet')
    await stage.at('8:00')
    expect(
      stage.push
        .take()
        .map(({ endpoint }) => endpoint)
        .sort(),
    ).toEqual([endpointOf('other'), endpointOf('tablet')])
  })

  it('is not named where the wording is discreet', async () => {
    const discreet = await asSubscriber(stage)
    await subscribe(stage.server, discreet.user.id, 'discreet', { wording: 'discreet' })
    const own = await addPerson(discreet, { name: 'Leo' })
    await addMedication(on(discreet, own), { name: 'Syrup', reminderTimes: ['08:00'] })
    await stage.at('8:00')
    const message = stage.push.take().find(({ endpoint }) => endpoint === endpointOf('discreet'))
    expect(JSON.stringify(message)).not.toMatch(/\bLeo\b|Syrup/)
  })

  it('R11.2 replaces nothing about anybody else, in one message a moment', async () => {
    await syrup()
    await syrup({ name: 'Drops' })
    await addMedication(ada, { name: 'Metformin', reminderTimes: ['08:00'] })
    await addMedication(ada, { name: 'Ramipril', reminderTimes: ['08:00'] })
    await stage.at('8:00')
    const messages = stage.push.take()
    expect(messages.map(({ title }) => title).sort()).toEqual(['Medication Reminder', 'Mia: time for 2 doses'])
    expect(new Set(messages.map(({ tag }) => tag)).size).toBe(2)
    expect(new Set(messages.map(({ topic }) => topic)).size).toBe(2)
  })

  it('R3.8 tells devices that a dose was logged, under the tag of its reminder', async () => {
    const { id } = await syrup()
    await stage.at('8:00')
    const [shown] = stage.push.take()
    await log(id)
    await stage.at('8:01')
    expect(stage.push.take()).toMatchObject([
      { tag: shown?.tag, title: 'Mia: Metformin', silent: true, person: mia.id },
    ])
  })

  it('is reminded of before their appointments', async () => {
    await addAppointment(child, { appointmentDate: '2026-03-02', appointmentTime: '11:00', remindBefore: [120] })
    await stage.at('9:00')
    expect(stage.push.take()).toMatchObject([{ title: expect.stringMatching(/^Mia: /), person: mia.id }])
  })

  it('R6.4 has mails about important doses go to the account that keeps them', async () => {
    const mails: Mail[] = []
    const mailer = { destination: 'kept here', send: async (mail: Mail) => void mails.push(mail) }
    const { db, clock, config } = stage.server
    await syrup({ important: true })
    await stage.at('8:30')
    await mailOpenDoses({ db, clock, mailer, config, onSetAside: neverSetAside })
    expect(mails).toMatchObject([{ to: ada.email, subject: 'Not logged yet for Mia: 8:00 AM' }])
    expect(mails[0]?.text).toContain('Mia: Syrup (5 mL), which you marked as important, was due at 8:00 AM.')
    expect(mails[0]?.text).toContain(`&person=${mia.id}`)
  })

  it('R2.1 comes back into the index when rows are missing', async () => {
    await syrup()
    const rows = await stage.server.db.select().from(reminderDue)
    expect(rows.map(({ userId }) => userId)).toEqual([mia.id])
    await stage.server.db.delete(reminderDue)
    await planMissing(stage.server.db, null, stage.clock.now(), 50)
    expect(await stage.server.db.select().from(reminderDue)).toEqual(rows)
  })

  it('has nothing sent any more once they are deleted', async () => {
    await syrup()
    await send(ada, 'DELETE', `/api/people/${mia.id}`)
    await stage.at('8:00')
    expect(stage.push.take()).toEqual([])
  })

  it('R10.2 has notices about supplies, by name', async () => {
    const { id } = await syrup({
      amounts: { unit: 'tablet', each: '1' },
      supply: {
        warnDays: 7,
        repeatsLeft: null,
        scriptExpiresOn: null,
        packExpiresOn: null,
        leadDays: 0,
        prescriber: '',
      },
    })
    await send(
      child,
      'POST',
      '/api/supply-events',
      supplyBody(id, { kind: 'counted', amount: '2', at: '2026-03-01T20:00:00.000Z' }),
    )
    stage.clock.set('2026-03-01T22:00:00.000Z')
    await pushSupplyNotices({
      ...{ db: stage.server.db, clock: stage.clock, random: systemRandom, push: stage.push },
      config: { ADMIN_EMAILS: [] },
      origin: 'https://dosewell.example',
      onFault: (error) => stage.faults.push(error),
      onSetAside: (fault) => stage.setAside.push(fault),
    })
    expect(stage.push.take()).toMatchObject([{ title: 'Mia: supplies', person: mia.id, user: ada.user.id }])
  })
})
