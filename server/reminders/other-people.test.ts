import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListedPerson } from '#domain/records/person.ts'
import type { Mail } from '../mail/mailer.ts'
import { completeIndex } from '../occurrences/complete-index.ts'
import { systemRandom } from '../platform/clock.ts'
import { endSubscriptions } from '../push/subscriptions.ts'
import { queuedMails } from '../testing/mails.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addPerson, on, share } from '../testing/people-of.ts'
import { asSubscriber, endpointOf, type ReminderFixture, reminderFixture, subscribe } from '../testing/reminders.ts'
import { neverSetAside } from '../testing/set-aside.ts'
import { pushSubscriptions, reminderDue, reminderOccurrences, serverMeta, users } from '../testing/tables.ts'
import { addAppointment, addMedication, doseBody, type Json, send } from '../testing/writes.ts'
import { mailOpenDoses } from './important-doses.ts'
import { warnOfSilence } from './silent-devices.ts'

const DATE = '2026-03-02'

let stage: ReminderFixture
let ada: Person
let mia: ListedPerson
beforeEach(async () => {
  stage = await reminderFixture()
  ada = await asSubscriber(stage, 'phone')
  mia = await addPerson(ada, { name: 'Mia', colour: 'green' })
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

const amoxicillin = (fields: Json = {}) =>
  addMedication(on(ada, mia), { name: 'Amoxicillin', dosage: '250 mg', reminderTimes: ['08:00'], ...fields })

const log = (medicationId: string, fields: Json = {}) => {
  const now = new Date(stage.clock.now()).toISOString()
  const body = doseBody(medicationId, { slot: `${DATE} 08:00`, at: now, loggedAt: now, ...fields })
  return send(on(ada, mia), 'POST', '/api/doses', body)
}

const titles = () => stage.push.take().map(({ title }) => title)
const tagOfMia = (tag: string) => `${mia.id.slice(-12)} ${tag}`

describe('R11.1 the doses of somebody without sign-in', () => {
  it('are pushed to the devices of the account that they belong to, in every stage, until they are logged there', async () => {
    await subscribe(stage.server, ada.user.id, 'tablet')
    const { id } = await amoxicillin()
    await stage.at('8:00')
    const sent = stage.push.take()
    expect(sent.map(({ endpoint }) => endpoint).sort()).toEqual([endpointOf('phone'), endpointOf('tablet')].sort())
    expect(sent[0]).toMatchObject({
      kind: 'reminder',
      title: 'Mia: time for Amoxicillin',
      body: 'Time to take Amoxicillin (250 mg) at 8:00 AM',
      user: ada.user.id,
      person: mia.id,
      whose: { name: 'Mia', initial: 'M', colour: 'green' },
    })
    await stage.at('8:05')
    expect(titles()).toEqual(Array(2).fill('Mia: time for Amoxicillin (5 min reminder)'))
    await stage.at('8:06')
    expect((await log(id)).statusCode).toBe(201)
    await stage.at('8:07')
    expect(stage.push.take()).toMatchObject(
      Array(2).fill({
        kind: 'settled',
        title: expect.stringMatching(/^Mia: /),
        body: 'Logged at 8:06 AM',
        silent: true,
      }),
    )
    await stage.at('8:10')
    expect(stage.push.take()).toEqual([])
  })

  it('follow the plan zone of the person, and a new one at once', async () => {
    const opa = await addPerson(ada, { name: 'Opa', timeZone: 'Asia/Tokyo' })
    await addMedication(on(ada, opa), { name: 'Ramipril', dosage: '', reminderTimes: ['08:00'] })
    await stage.at('8:00')
    expect(stage.push.take()).toEqual([])
    await stage.at('10:00')
    expect(titles()).toEqual(['Opa: time for Ramipril'])
    await send(ada, 'PATCH', `/api/people/${opa.id}`, { timeZone: 'Asia/Kolkata' })
    await stage.at('13:30')
    expect(titles()).toEqual(['Opa: time for Ramipril'])
  })

  it('have their notices before and after, snoozes, and appointments', async () => {
    const { id } = await amoxicillin({ notices: { headsUp: 20, followUps: [30] } })
    const visit = { appointmentDate: DATE, appointmentTime: '10:30' }
    await addAppointment(on(ada, mia), { ...visit, remindBefore: [120] })
    await stage.at('7:40')
    expect(stage.push.take()).toMatchObject([
      { title: 'Mia: Coming up', silent: true, tag: tagOfMia(`at:${DATE}T08:00`) },
    ])
    await stage.at('8:00')
    expect(titles()).toEqual(['Mia: time for Amoxicillin'])
    expect((await log(id, { kind: 'snoozed', until: `${DATE}T08:20:00+11:00` })).statusCode).toBe(201)
    await stage.at('8:20')
    expect(titles()).toEqual(['Mia: time for Amoxicillin'])
    await stage.at('8:30')
    expect(titles()).toEqual([
      expect.stringContaining('Mia: time for Amoxicillin (10 min'),
      'Mia: Appointment Reminder',
    ])
  })

  it('are planned when the first device subscribes, and by a start for people of before', async () => {
    await stage.server.db.transaction((tx) => endSubscriptions(tx as never, eq(pushSubscriptions.userId, ada.user.id)))
    await amoxicillin()
    await stage.at('7:30')
    expect(await stage.server.db.$count(reminderDue)).toBe(0)
    await subscribe(stage.server, ada.user.id, 'laptop')
    expect(await stage.server.db.$count(reminderDue)).toBe(1)
    await stage.server.db.delete(reminderDue)
    await stage.server.db.update(serverMeta).set({ reminderRule: 2 })
    await completeIndex(stage.server.db, { after: null, isWhole: true }, stage.clock.now(), 10)
    await stage.at('8:00')
    expect(titles()).toEqual(['Mia: time for Amoxicillin'])
  })

  it('reach nobody once the account has signed out everywhere, may not use health data, or the person is deleted', async () => {
    await amoxicillin()
    await stage.at('8:00')
    expect(titles()).toHaveLength(1)
    await stage.server.db.update(users).set({ ageVerified: false }).where(eq(users.id, ada.user.id))
    await stage.at('8:05')
    expect(titles()).toEqual([])
    await stage.server.db.update(users).set({ ageVerified: true }).where(eq(users.id, ada.user.id))
    await stage.server.db.transaction((tx) => endSubscriptions(tx as never, eq(pushSubscriptions.userId, ada.user.id)))
    await stage.at('8:10')
    expect(titles()).toEqual([])
    await subscribe(stage.server, ada.user.id, 'tablet')
    await stage.at('8:12')
    expect(titles()).toEqual(['Mia: time for Amoxicillin (10 min reminder)'])
    expect((await send(ada, 'DELETE', `/api/people/${mia.id}`)).statusCode).toBe(200)
    await stage.at('8:14')
    expect(titles()).toEqual([])
    expect(await stage.server.db.$count(reminderOccurrences)).toBe(0)
  })
})

it('R11.5 nobody who helps with a person is reminded of their doses', async () => {
  const helper = await asSubscriber(stage, 'phone of a helper')
  await share(ada, mia, helper, 'manage')
  await amoxicillin()
  await stage.at('8:00')
  expect(stage.push.take().map(({ endpoint }) => endpoint)).toEqual([endpointOf('phone')])
})

describe('R11.6 what messages say', () => {
  it('discreetly they say only the initial, and one’s own name nobody', async () => {
    await stage.server.db.update(pushSubscriptions).set({ wording: 'discreet' })
    await amoxicillin()
    await addMedication(ada, { name: 'Metformin', reminderTimes: ['08:00'] })
    await stage.at('8:00')
    const sent = stage.push.take()
    expect(sent.map(({ title, body }) => [title, body]).sort()).toEqual([
      ['A reminder for M', ''],
      ['You have a reminder', ''],
    ])
    expect(JSON.stringify(sent)).not.toMatch(/\bMia\b/)
    expect(sent).toContainEqual(expect.objectContaining({ whose: { initial: 'M', colour: 'green' } }))
    expect(sent.find(({ title }) => title === 'You have a reminder')).not.toHaveProperty('whose')
  })

  it('several doses of a person are one message that counts them', async () => {
    await amoxicillin()
    await amoxicillin({ name: 'Ibuprofen', dosage: '' })
    await stage.at('8:00')
    expect(stage.push.take()).toMatchObject([
      {
        title: 'Mia: time for 2 doses',
        body: 'Time to take Amoxicillin (250 mg) at 8:00 AM\nTime to take Ibuprofen at 8:00 AM',
      },
    ])
  })
})

it('R11.2 two people at one moment get a message each, whose tags and topics differ', async () => {
  for (const name of ['Amoxicillin', 'Ibuprofen']) await amoxicillin({ name, dosage: '' })
  for (const name of ['Metformin', 'Ramipril']) await addMedication(ada, { name, reminderTimes: ['08:00'] })
  await stage.at('8:00')
  const sent = stage.push.take()
  expect(sent.map(({ tag }) => tag).sort()).toEqual([tagOfMia(`at:${DATE}T08:00`), `at:${DATE}T08:00`].sort())
  expect(new Set(sent.map(({ topic }) => topic)).size).toBe(2)
  expect(sent.map(({ title }) => title).sort()).toEqual(['Medication Reminder', 'Mia: time for 2 doses'])
})

describe('R6.4 R11.6 the mail about an important dose of a person', () => {
  const mails: Mail[] = []
  const run = () =>
    mailOpenDoses({
      db: stage.server.db,
      clock: stage.clock,
      config: stage.server.config,
      mailer: { destination: 'kept here', send: async (mail) => void mails.push(mail) },
      onSetAside: neverSetAside,
    })

  it('says only the initial to an account without a device', async () => {
    const bob = await asAdult(stage.server, 'bob@example.org')
    const opa = await addPerson(bob, { name: 'Opa' })
    await addMedication(on(bob, opa), { name: 'Digoxin', important: true, reminderTimes: ['08:00'] })
    await stage.at('8:30')
    await run()
    const [mail, ...others] = mails.splice(0)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: bob.email, subject: 'Not logged yet for O: 8:00 AM' })
    expect(mail?.text).toContain('O: A medication you marked as important was due')
    expect(mail?.text).not.toMatch(/\bOpa\b|Digoxin/)
  })
})

it('R6.1 R11.1 an account whose devices show nothing of a person’s reminders is told so', async () => {
  await amoxicillin()
  for (const date of ['2026-03-02', '2026-03-03', '2026-03-04']) {
    stage.clock.set(`${date}T21:01:00.000Z`)
    await stage.worker.pass()
  }
  const { db, clock, config } = stage.server
  await warnOfSilence({ db, clock, random: systemRandom, config, onSetAside: neverSetAside, mailWaits: () => {} })
  expect(await queuedMails(db)).toMatchObject([{ to: ada.email, subject: 'Your phone may not be reminding you' }])
})
