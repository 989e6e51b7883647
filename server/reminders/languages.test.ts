// On both databases: the language comes with the rows that a pass reads anyway.
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Mail } from '../mail/mailer.ts'
import { systemRandom } from '../platform/clock.ts'
import type { Person } from '../testing/people.ts'
import { addPerson, on, share } from '../testing/people-of.ts'
import { asSubscriber, type ReminderFixture, reminderFixture } from '../testing/reminders.ts'
import { neverSetAside } from '../testing/set-aside.ts'
import { pushSubscriptions, users } from '../testing/tables.ts'
import { addAppointment, addMedication, doseBody, send, supplyBody } from '../testing/writes.ts'
import { mailOpenDoses } from './important-doses.ts'
import { tellHelpers } from './missed-doses.ts'
import { pushSupplyNotices } from './supply-job.ts'

let stage: ReminderFixture
let ada: Person
let gerd: Person
let mails: Mail[]
beforeEach(async () => {
  stage = await reminderFixture()
  ada = await asSubscriber(stage, 'ada')
  gerd = await asSubscriber(stage, 'gerd')
  await stage.server.db.update(users).set({ language: 'de' }).where(eq(users.id, gerd.user.id))
  mails = []
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  expect(stage.setAside).toEqual([])
  await stage.server.close()
})

const mailer = { destination: 'kept here', send: async (mail: Mail) => void mails.push(mail) }
const options = () => {
  const { db, clock, config } = stage.server
  return { db, clock, config, mailer, push: stage.push, random: systemRandom, onSetAside: neverSetAside }
}
/** Returns what each device was sent since, by device. */
const pushed = () =>
  Object.fromEntries(
    stage.push.take().map(({ endpoint, lang, title, body }) => [endpoint.split('/').at(-1), { lang, title, body }]),
  )
const log = async (person: Person, id: string) => {
  const now = new Date(stage.clock.now()).toISOString()
  await send(person, 'POST', '/api/doses', doseBody(id, { slot: '2026-03-02 18:05', at: now, loggedAt: now }))
}

it('reminds two accounts in one pass, each in its language, and tells each that it was logged elsewhere', async () => {
  const [hers, his] = [
    await addMedication(ada, { reminderTimes: ['18:05'] }),
    await addMedication(gerd, { reminderTimes: ['18:05'] }),
  ]
  await stage.at('18:05')
  expect(pushed()).toMatchObject({
    ada: { lang: 'en', body: expect.stringContaining(' at 6:05 PM') },
    gerd: { lang: 'de', body: expect.stringContaining('18:05') },
  })
  await log(ada, hers.id)
  await log(gerd, his.id)
  await stage.at('18:06')
  expect(pushed()).toMatchObject({ ada: { body: 'Logged at 6:05 PM' }, gerd: { body: 'Eingetragen um 18:05' } })
})

it('holds for somebody whom the account looks after, and for discreet wording', async () => {
  const mia = await addPerson(gerd, { name: 'Mia' })
  await stage.server.db.update(pushSubscriptions).set({ wording: 'discreet' })
  await addMedication(on(gerd, mia), { reminderTimes: ['18:05'] })
  await stage.at('18:07')
  expect(pushed()).toEqual({ gerd: { lang: 'de', title: expect.stringContaining('M'), body: 'War fällig 18:05' } })
})

it('reminds of appointments in the language of the account', async () => {
  for (const person of [ada, gerd])
    await addAppointment(person, { appointmentDate: '2026-03-02', appointmentTime: '18:05', remindBefore: [120] })
  await stage.at('16:05')
  const { ada: hers, gerd: his } = pushed()
  expect(JSON.stringify(hers)).toContain('6:05 PM')
  expect(JSON.stringify(his)).toContain('18:05')
})

it('mails about open doses in the language of the account', async () => {
  for (const person of [ada, gerd]) await addMedication(person, { important: true, reminderTimes: ['18:05'] })
  await stage.at('18:35')
  await mailOpenDoses(options())
  expect(Object.fromEntries(mails.map(({ to, subject }) => [to, subject]))).toEqual({
    [ada.email]: 'Not logged yet: 6:05 PM',
    [gerd.email]: 'Noch nicht eingetragen: 18:05',
  })
  expect(mails.find(({ to }) => to === gerd.email)?.html).toContain('<html lang="de">')
  expect(mails.find(({ to }) => to === ada.email)?.html).toContain('<html lang="en-AU">')
})

it('tells helpers in their own language, not in that of whom they help', async () => {
  const mia = await addPerson(ada, { name: 'Mia' })
  await share(ada, mia, gerd, 'help', { notifyAfterMinutes: 30 })
  await addMedication(on(ada, mia), { name: 'Warfarin', dosage: '', important: true, reminderTimes: ['18:05'] })
  await stage.at('18:35')
  stage.push.take()
  await tellHelpers(options())
  expect(pushed()).toEqual({
    gerd: { lang: 'de', title: 'Mia: noch nicht eingetragen', body: 'Warfarin war um 18:05 fällig' },
  })
})

it('pushes what supplies need in the language of the account', async () => {
  for (const person of [ada, gerd]) {
    const { id } = await addMedication(person, { amounts: { unit: 'tablet', each: '1' }, reminderTimes: ['08:00'] })
    await send(
      person,
      'POST',
      '/api/supply-events',
      supplyBody(id, { kind: 'counted', amount: '3', at: '2026-03-01T20:00:00.000Z' }),
    )
  }
  await stage.at('9:00')
  stage.push.take()
  await pushSupplyNotices({
    ...options(),
    origin: 'https://dosewell.example',
    onFault: (fault) => stage.faults.push(fault),
  })
  expect(pushed()).toMatchObject({ ada: { lang: 'en' }, gerd: { lang: 'de' } })
})
