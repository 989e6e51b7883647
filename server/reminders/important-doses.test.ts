import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import type { Mail } from '../mail/mailer.ts'
import { planMissing } from '../occurrences/plan-missing.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { type ReminderFixture, reminderFixture, subscribe } from '../testing/reminders.ts'
import { neverSetAside } from '../testing/set-aside.ts'
import {
  pushSends,
  pushSubscriptions,
  reminderDue,
  reminderMails,
  reminderOccurrences,
  users,
} from '../testing/tables.ts'
import { addMedication, doseBody, type Json, list, send } from '../testing/writes.ts'
import { mailOpenDoses, purgeMails } from './important-doses.ts'

let stage: ReminderFixture
let ada: Person
let mails: Mail[]
let isMailDown: boolean
let isAnswerLost: boolean
beforeEach(async () => {
  stage = await reminderFixture()
  ada = await asAdult(stage.server, 'ada@example.org')
  mails = []
  isMailDown = false
  isAnswerLost = false
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

const mailer = {
  destination: 'kept here',
  send: async (mail: Mail) => {
    if (isMailDown) throw new Error('no mail server')
    mails.push(mail)
    if (isAnswerLost) throw new Error('Timeout')
  },
}
const run = () => {
  const { db, clock, config } = stage.server
  return mailOpenDoses({ db, clock, mailer, config, onSetAside: neverSetAside })
}

/** Moves the clock to this time of March 2 in Sydney and does what a server does then. */
async function at(time: string): Promise<void> {
  await stage.at(time)
  await run()
}
const subjects = () => mails.splice(0).map(({ subject }) => subject)
const outcomes = async () =>
  (await stage.server.db.select().from(reminderMails).orderBy(reminderMails.slotAt)).map(({ outcome }) => outcome)

const important = (fields: Json = {}) => addMedication(ada, { important: true, reminderTimes: ['08:00'], ...fields })

async function log(medicationId: string, fields: Json, slot = '2026-03-02 08:00'): Promise<string> {
  const now = new Date(stage.clock.now()).toISOString()
  const body = doseBody(medicationId, { slot, at: now, loggedAt: now, ...fields })
  const answer = await send(ada, 'POST', '/api/doses', body)
  expect(answer.statusCode).toBe(201)
  return String(body.id)
}
const edit = async (id: string, fields: Json) =>
  expect((await send(ada, 'PATCH', `/api/medications/${id}`, fields)).statusCode).toBe(200)

describe('R6.4 a mail about an important dose that is open after 30 minutes', () => {
  it('R6.4 goes out once, without any subscription, and not before', async () => {
    await important()
    await at('8:00')
    await at('8:29:59')
    expect(subjects()).toEqual([])
    await at('8:30')
    expect(mails.map(({ to }) => to)).toEqual(['ada@example.org'])
    expect(subjects()).toEqual(['Not logged yet: 8:00 AM'])
    await at('8:31')
    await at('9:30')
    expect(subjects()).toEqual([])
    expect(await outcomes()).toEqual(['sent'])
  })

  it('R6.4 goes out beside reminders that are pushed, and again the next day', async () => {
    await subscribe(stage.server, ada.user.id, 'phone')
    await important()
    await at('8:00')
    expect(stage.push.messages).toHaveLength(1)
    await at('8:30')
    stage.clock.advance(DAY)
    await run()
    expect(subjects()).toEqual(['Not logged yet: 8:00 AM', 'Not logged yet: 8:00 AM'])
  })

  it('R6.4 nobody is written to about a medication without the mark', async () => {
    await subscribe(stage.server, ada.user.id, 'phone')
    await addMedication(ada, { reminderTimes: ['08:00'] })
    await at('8:00')
    await at('8:30')
    expect(subjects()).toEqual([])
    expect(await outcomes()).toEqual([])
  })

  it.each(['taken', 'skipped'])('R6.4 is not needed when the dose was %s', async (kind) => {
    const { id } = await important()
    await at('8:00')
    await log(id, { kind })
    await at('8:30')
    expect(subjects()).toEqual([])
    expect(await outcomes()).toEqual(['unneeded'])
  })

  it('R6.4 is needed when the dose was logged and taken back', async () => {
    const { id } = await important()
    await at('8:00')
    const materialised = await log(id, {})
    await log(id, { kind: 'undone', undoes: materialised })
    await at('8:30')
    expect(subjects()).toHaveLength(1)
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['the medication was stopped', (id) => edit(id, { stoppedAt: '2026-03-01T21:10:00.000Z' })],
    ['the dose is not planned any more', (id) => edit(id, { startDate: '2026-04-01' })],
    ['the mark was taken away', (id) => edit(id, { important: false })],
    ['the medication was deleted', (id) => send(ada, 'DELETE', `/api/medications/${id}`)],
  ])('R6.4 is not needed when %s', async (_what, change) => {
    const { id } = await important({ startDate: '2026-03-01', createdAt: '2026-02-01T00:00:00.000Z' })
    await at('7:59:30')
    await change(id)
    await at('8:30')
    await at('8:45')
    expect(subjects()).toEqual([])
  })

  it('R1.5 is not needed once the dose was logged on the other side of midnight, before the other was corrected', async () => {
    const other = await addMedication(ada, { reminderTimes: ['23:00'] })
    const schedule = { kind: 'after-dose', medicationId: other.id, minutes: 30 }
    const { id } = await important({ schedule, reminderTimes: [] })
    await at('23:31')
    const slot = '2026-03-02 23:00'
    const undoes = await log(other.id, {}, slot)
    await at('24:01')
    await log(id, {}, '2026-03-03 00:01')
    await log(other.id, { kind: 'undone', undoes }, slot)
    await log(other.id, { at: '2026-03-02T12:29:00.000Z' }, slot)
    for (const time of ['24:02', '24:29', '24:35']) await at(time)
    expect(subjects()).toEqual([])
    expect(await outcomes()).toEqual(['unneeded', 'unneeded'])
  })

  it('R6.4 counts from the planned instant, whatever snooze has ended before', async () => {
    const { id } = await important()
    await at('8:05')
    await log(id, { kind: 'snoozed', until: '2026-03-01T21:20:00.000Z' })
    await at('8:30')
    expect(subjects()).toHaveLength(1)
  })

  it('R6.4 leaves who snoozed beyond the 30 minutes alone until 30 minutes after its end', async () => {
    const { id } = await important()
    await at('8:05')
    await log(id, { kind: 'snoozed', until: '2026-03-01T22:00:00.000Z' })
    await at('8:30')
    await at('9:29')
    expect(subjects()).toEqual([])
    await at('9:30')
    expect(subjects()).toEqual(['Not logged yet: 8:00 AM'])
  })

  it('R6.4 goes out about a dose that was moved hours earlier, once its planned time has passed by 30 minutes', async () => {
    const { id } = await important({ reminderTimes: ['12:00'] })
    await at('8:00')
    const until = new Date(stage.clock.now() + DAY / 48).toISOString()
    await log(id, { kind: 'snoozed', until, movedTo: '08:30' }, '2026-03-02 12:00')
    for (const time of ['8:30', '9:00', '12:00']) await at(time)
    expect(subjects()).toEqual([])
    await at('12:30')
    expect(subjects()).toHaveLength(1)
  })

  it('R1.9 R6.4 says the time to which the dose was moved, apart from one that was not', async () => {
    const { id } = await important()
    await important({ name: 'Warfarin' })
    await at('7:30')
    await log(id, { kind: 'snoozed', until: '2026-03-01T20:45:00.000Z', movedTo: '07:45' })
    await at('8:30')
    expect(mails.map(({ text }) => /due at (.*?)\./.exec(text)?.[1]).sort()).toEqual(['7:45 AM', '8:00 AM'])
    expect(subjects().sort()).toEqual(['Not logged yet: 7:45 AM', 'Not logged yet: 8:00 AM'])
  })

  it('R1.9 R6.4 doses moved to one minute are one mail, 30 minutes after it', async () => {
    const [one, other] = [await important(), await important({ name: 'Warfarin', reminderTimes: ['08:10'] })]
    await at('7:30')
    await log(one.id, { kind: 'snoozed', until: '2026-03-01T22:00:00.000Z', movedTo: '09:00' })
    await log(other.id, { kind: 'snoozed', until: '2026-03-01T22:00:00.000Z', movedTo: '09:00' }, '2026-03-02 08:10')
    for (const time of ['8:30', '8:40', '9:29']) await at(time)
    expect(subjects()).toEqual([])
    await at('9:30')
    expect(subjects()).toEqual(['Not logged yet: 9:00 AM'])
  })

  it('R6.4 is not needed once the next dose has come', async () => {
    const { id } = await important({ reminderTimes: ['08:00', '09:00'] })
    await at('8:05')
    await log(id, { kind: 'snoozed', until: '2026-03-01T21:45:00.000Z' })
    await at('9:15')
    await at('9:30')
    expect(subjects()).toEqual(['Not logged yet: 9:00 AM'])
    expect(await outcomes()).toEqual(['unneeded', 'sent'])
  })

  it('R6.4 doses of the same minute are one mail, those of another minute another', async () => {
    const first = await important({ name: 'Ramipril', dosage: '5 mg' })
    await important({ name: 'Apixaban', dosage: '' })
    await important({ name: 'Warfarin', reminderTimes: ['08:05'] })
    await subscribe(stage.server, ada.user.id, 'phone')
    await at('8:05')
    await at('8:35')
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['Not logged yet: 8:00 AM', 'Not logged yet: 8:05 AM'])
    const [both] = mails.filter(({ subject }) => subject.includes('8:00'))
    expect(both?.text).toMatch(
      /^(Ramipril \(5 mg\) and Apixaban|Apixaban and Ramipril \(5 mg\)), which you marked as important, were due at 8:00 AM\./,
    )
    expect(both?.text).toContain(`${stage.server.config.PUBLIC_URL}/reminders`)
    expect(first.important).toBe(true)
  })

  it('R6.4 a mail names the amount of the dose where no dosage was typed', async () => {
    await important({ name: 'Warfarin', dosage: '', amounts: { unit: 'tablet', each: '3/2' } })
    await subscribe(stage.server, ada.user.id, 'phone')
    await at('8:00')
    await at('8:30')
    expect(mails[0]?.text).toMatch(/^Warfarin \(1½ tablets\), which you marked as important,/)
  })

  it.each([
    ['one of the devices', ['full', 'discreet'] as const],
    ['no device, so that none is known', [] as const],
  ])('R6.4 names no medicine when wording is discreet on %s', async (_which, wordings) => {
    for (const [index, wording] of wordings.entries())
      await subscribe(stage.server, ada.user.id, `phone ${index}`, { wording })
    await important({ name: 'Ramipril', dosage: '5 mg' })
    await at('8:00')
    await at('8:30')
    expect(mails[0]?.text).toMatch(/^A medication you marked as important was due at 8:00 AM\./)
    expect(JSON.stringify(mails)).not.toMatch(/Ramipril|5 mg/)
  })

  it('R6.4 names the medicine where every device does, but not in the subject', async () => {
    await subscribe(stage.server, ada.user.id, 'phone')
    await important({ name: 'Ramipril <b>', dosage: '5 mg' })
    await at('8:00')
    await at('8:30')
    expect(mails[0]?.text).toMatch(/^Ramipril <b> \(5 mg\), which you marked as important, was due at 8:00 AM\./)
    expect(mails[0]?.html).toContain('Ramipril &lt;b&gt; (5 mg)')
    expect(mails[0]?.subject).not.toContain('Ramipril')
  })

  it('R6.4 R3.6 who may not use health data is not written to', async () => {
    await important()
    await at('8:00')
    await stage.server.db
      .update(users)
      .set({ parentalConsentRequired: true, dateOfBirth: '2011-01-01' })
      .where(eq(users.id, ada.user.id))
    await at('8:30')
    expect(subjects()).toEqual([])
    expect(await outcomes()).toEqual(['withheld'])
  })

  it('R6.4 a server that was away makes up for it for two hours, and not later', async () => {
    await important({ reminderTimes: ['08:00', '08:30'], name: 'A' })
    await important({ reminderTimes: ['08:31'], name: 'B' })
    await at('11:00')
    // 8:00 is missed since 8:30; the mail about 8:30 was due at 9:00, two hours ago.
    expect(subjects()).toEqual(['Not logged yet: 8:31 AM'])
    expect((await outcomes()).sort()).toEqual(['expired', 'sent', 'unneeded'])
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['its medication was edited', (id) => edit(id, { instructions: 'With water' })],
    ['a phone was subscribed', () => subscribe(stage.server, ada.user.id, 'phone')],
  ])('R2.1 R6.4 goes out about a dose of when the server was away, also where %s first', async (_what, write) => {
    const { id } = await important()
    stage.clock.set('2026-03-01T21:20:00.000Z')
    await write(id)
    await at('8:30')
    expect(subjects()).toEqual(['Not logged yet: 8:00 AM'])
  })

  it.each([
    ['20', []],
    ['14', ['Not logged yet: 8:00 AM']],
  ])(
    'R6.4 R3.4 of a dose of when the server was away, a mark set at 8:%s is treated as any',
    async (minute, mailed) => {
      await subscribe(stage.server, ada.user.id, 'phone')
      const { id } = await important({ important: false })
      stage.clock.set('2026-03-01T21:20:00.000Z')
      await edit(id, { important: true, editedAt: `2026-03-01T21:${minute}:00.000Z` })
      for (const time of ['8:20', '8:30', '9:00']) await at(time)
      expect(subjects()).toEqual(mailed)
      const sends = await stage.server.db.select().from(pushSends)
      expect(sends.map(({ stage, outcome }) => `${stage} ${outcome}`).sort()).toEqual([
        '0 expired',
        '10 expired',
        '5 expired',
      ])
    },
  )

  it('R2.1 R6.4 goes out about a dose of when the server was away, also where another one has come up since', async () => {
    const other = await addMedication(ada, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    const schedule = { kind: 'after-dose', medicationId: other.id, minutes: 30 }
    await important({ schedule, reminderTimes: [] })
    const take = (instant: string) => send(ada, 'POST', '/api/doses', doseBody(other.id, { at: instant }))
    await at('7:30')
    await take('2026-03-01T20:30:00.000Z')
    stage.clock.set('2026-03-01T21:25:00.000Z')
    await take('2026-03-01T21:20:00.000Z')
    await at('8:30')
    expect(subjects()).toEqual(['Not logged yet: 8:00 AM'])
  })

  it('R6.4 goes out about a dose that has come up an hour late, with what a device sends', async () => {
    const schedule = { kind: 'after-taken', every: { hours: 8 }, first: '2026-03-02T00:00' }
    const { id } = await important({ schedule, reminderTimes: [], createdAt: '2026-02-01T00:00:00.000Z' })
    await at('9:00')
    await log(id, { at: '2026-03-01T13:00:00.000Z' }, '2026-03-02 00:00')
    await at('9:05')
    expect(subjects()).toEqual(['Not logged yet: 8:00 AM'])
  })

  it('R6.4 goes out again where the dose that it follows is corrected: it is due at another time', async () => {
    const other = await addMedication(ada, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    await important({ schedule: { kind: 'after-dose', medicationId: other.id, minutes: 30 }, reminderTimes: [] })
    const entry = (fields: Json) => send(ada, 'POST', '/api/doses', doseBody(other.id, fields as never))
    await at('7:30')
    const taken = (await entry({ at: '2026-03-01T20:30:00.000Z' })).json()
    for (const time of ['8:00', '8:30']) await at(time)
    expect(subjects()).toEqual(['Not logged yet: 8:00 AM'])
    await entry({ kind: 'undone', undoes: taken.id, at: '2026-03-01T21:31:00.000Z' })
    await entry({ at: '2026-03-01T20:25:00.000Z' })
    for (const time of ['8:31', '8:36']) await at(time)
    expect(subjects()).toEqual(['Not logged yet: 7:55 AM'])
  })

  it('R6.4 a mark set later than 15 minutes does not count, also where a dose is logged that others follow', async () => {
    const other = await addMedication(ada, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    const schedule = { kind: 'after-dose', medicationId: other.id, minutes: 30 }
    const { id } = await addMedication(ada, { schedule, reminderTimes: [] })
    const taken = (at: string) => send(ada, 'POST', '/api/doses', doseBody(other.id, { at }))
    await at('7:30')
    await taken('2026-03-01T20:30:00.000Z')
    await at('8:00')
    await at('8:20')
    await edit(id, { important: true })
    await at('8:45')
    await taken('2026-03-01T21:40:00.000Z')
    for (const time of ['8:45', '9:39']) await at(time)
    expect(subjects()).toEqual([])
    await at('9:40')
    expect(subjects()).toEqual(['Not logged yet: 9:10 AM'])
  })

  it('R6.4 R9.2 nor where a follow-up of the dose is still to come', async () => {
    await subscribe(stage.server, ada.user.id, 'phone')
    const { id } = await important({ important: false, notices: { headsUp: null, followUps: [60] } })
    await at('8:00')
    await at('8:20')
    await edit(id, { important: true })
    for (const time of ['8:30', '8:45', '9:00']) await at(time)
    expect(subjects()).toEqual([])
    expect(stage.push.messages.map(({ title }) => title)).toEqual([
      'Medication Reminder',
      'Medication Reminder (60 min reminder)',
    ])
  })

  const BEFORE = '2026-02-01T00:00:00.000Z'
  /** The instant of this time of March 2 in Sydney. */
  const said = (time: string) => new Date(`2026-03-02T${time}:00+11:00`).toISOString()

  it.each<[string, () => Promise<unknown>]>([
    ['added before its dose', () => important({ createdAt: said('07:50') })],
    ['given another time', () => offline({ important: true }, { reminderTimes: ['08:00'] }, '07:50')],
    ['marked just after its dose', () => offline({ reminderTimes: ['08:00'] }, { important: true }, '08:14')],
  ])('R6.4 goes out about a medication %s offline, once the server hears of it', async (_what, change) => {
    await at('8:45')
    await change()
    for (const time of ['8:50', '8:51']) await at(time)
    expect(subjects()).toEqual(['Not logged yet: 8:00 AM'])
  })

  it.each<[string, () => Promise<string>]>([
    ['adds', async () => (await important({ createdAt: said('07:50') })).id],
    ['changes', () => offline({ important: true }, { reminderTimes: ['08:00'] }, '07:50')],
  ])(
    'R6.4 does not go out about a dose that a device sends right after what it %s, not within it',
    async (_what, change) => {
      await at('8:45')
      const id = await change()
      await at('8:49:59')
      await log(id, { at: said('08:02') })
      for (const time of ['8:50', '9:20']) await at(time)
      expect(subjects()).toEqual([])
      expect(await outcomes()).toEqual(['unneeded'])
    },
  )

  it('R6.4 waits for those doses also where a device is subscribed meanwhile', async () => {
    await at('8:45')
    await important({ createdAt: said('07:50') })
    await subscribe(stage.server, ada.user.id, 'phone')
    await at('8:46')
    expect(subjects()).toEqual([])
    await at('8:50')
    expect(subjects()).toEqual(['Not logged yet: 8:00 AM'])
  })

  it.each([
    ['10:29', '10:34', ['Not logged yet: 8:00 AM']],
    ['10:31', '10:36', []],
  ])('R6.4 the wait for those doses costs no mail: heard of at %s, decided at %s', async (heard, decided, mailed) => {
    await at(heard)
    await important({ createdAt: said('07:50') })
    await at(decided)
    await at('10:40')
    expect(subjects()).toEqual(mailed)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['added after the time of its dose', () => important({ createdAt: said('08:01') })],
    ['marked long after its dose', () => offline({ reminderTimes: ['08:00'] }, { important: true }, '08:20')],
    [
      'that was marked too late, and changed otherwise before',
      async () => {
        const id = await offline({ reminderTimes: ['08:00'] }, { important: true }, '08:40')
        await edit(id, { instructions: 'With water', editedAt: said('08:05') })
      },
    ],
  ])('R6.4 does not go out about a medication %s', async (_what, change) => {
    await at('8:45')
    await change()
    for (const time of ['8:45', '9:20']) await at(time)
    expect(subjects()).toEqual([])
  })

  /** Has a medication since long ago, and an edit of it that was made at that time. Returns its id. */
  async function offline(fields: Json, change: Json, time: string): Promise<string> {
    const { id } = await addMedication(ada, { reminderTimes: ['18:00'], createdAt: BEFORE, ...fields })
    await edit(id, { ...change, editedAt: said(time) })
    return id
  }

  it('R6.4 a mail that could not be handed over is tried again while the dose is open', async () => {
    const { id } = await important()
    await important({ name: 'Other' })
    isMailDown = true
    await stage.at('8:00')
    await run()
    await stage.at('8:30')
    await expect(run()).rejects.toThrow('could not be sent')
    isMailDown = false
    await at('8:34')
    expect(subjects()).toEqual([])
    await log(id, {})
    await at('8:35')
    expect(mails[0]?.text).toMatch(/^A medication you/)
    expect(subjects()).toHaveLength(1)
    expect((await outcomes()).sort()).toEqual(['sent', 'unneeded'])
  })

  it('R6.4 a mail of which nobody knows whether it arrived is the same one again, as long as it says the same', async () => {
    const { id } = await important()
    await important({ name: 'Other' })
    await at('8:00')
    isAnswerLost = true
    for (const time of ['8:30', '8:35']) {
      await stage.at(time)
      await expect(run()).rejects.toThrow('could not be sent')
    }
    isAnswerLost = false
    await log(id, {})
    await at('8:40')
    const [first, second, third] = mails.map(({ key }) => key)
    expect([typeof first, first === second, first === third]).toEqual(['string', true, false])
  })

  it('R6.4 after two hours without a mail server it is given up', async () => {
    await important()
    isMailDown = true
    await at('8:00')
    await stage.at('8:30')
    await expect(run()).rejects.toThrow('could not be sent')
    isMailDown = false
    await at('10:30')
    expect(subjects()).toEqual([])
    expect(await outcomes()).toEqual(['failed'])
  })

  it('R6.4 of several servers one writes', async () => {
    await important()
    await important({ name: 'Other' })
    await at('8:00')
    await stage.at('8:30')
    await Promise.all([run(), run(), run()])
    await run()
    expect(subjects()).toHaveLength(1)
    expect(await outcomes()).toEqual(['sent', 'sent'])
  })

  it('R6.4 a mail that was claimed by a server that died is not written a second time', async () => {
    await important()
    await at('8:00')
    await stage.at('8:30')
    await stage.server.db.update(reminderMails).set({ outcome: 'claimed', lookAt: null })
    await at('8:31')
    await at('8:45')
    expect(subjects()).toEqual([])
    expect(await outcomes()).toEqual(['claimed'])
  })

  it('R6.4 follows the clock of a new plan zone', async () => {
    await important()
    await stage.at('7:59:30')
    await run()
    // Perth is three hours behind Sydney in March, so 8:00 there is 11:00 in Sydney.
    const answer = await ada.inject({
      method: 'PATCH',
      url: '/api/user/profile',
      payload: { timeZone: 'Australia/Perth' },
    })
    expect(answer.statusCode).toBe(200)
    await at('8:30')
    expect(subjects()).toEqual([])
    await at('11:30')
    expect(subjects()).toHaveLength(1)
  })

  it.each<[string, Json]>([
    ['follows another one', { kind: 'after-dose', minutes: 30 }],
    ['counts from the last one', { kind: 'after-taken', every: { hours: 8 }, first: '2026-03-02T00:00' }],
  ])('R1.4 R6.4 goes out once about a dose that %s, which a new plan zone gives another time', async (_, plan) => {
    const other = await addMedication(ada, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    const schedule = plan.kind === 'after-dose' ? { ...plan, medicationId: other.id } : plan
    const { id } = await important({ schedule, reminderTimes: [], createdAt: '2026-02-01T00:00:00.000Z' })
    await at('7:30')
    await send(ada, 'POST', '/api/doses', doseBody(other.id, { at: '2026-03-01T20:30:00.000Z' }))
    if (plan.kind === 'after-taken') await log(id, { at: '2026-03-01T13:00:00.000Z' }, '2026-03-02 00:00')
    for (const time of ['8:00', '8:20']) await at(time)
    const move = async (timeZone: string) =>
      expect((await send(ada, 'PATCH', '/api/user/profile', { timeZone })).statusCode).toBe(200)
    await move('Australia/Perth')
    for (const time of ['8:29', '8:30']) await at(time)
    expect(subjects()).toEqual(['Not logged yet: 5:00 AM'])
    await move('Australia/Sydney')
    for (const time of ['8:40', '9:00']) await at(time)
    expect(subjects()).toEqual([])
  })

  it('R6.4 what is settled is known for two weeks', async () => {
    await important()
    await at('8:00')
    await at('8:30')
    await purgeMails(stage.server.db, stage.clock.now() + 13 * DAY)
    expect(await outcomes()).toEqual(['sent'])
    await purgeMails(stage.server.db, stage.clock.now() + 14 * DAY)
    expect(await outcomes()).toEqual([])
  })
})

describe('R2.1 the due index of who has no subscription', () => {
  const due = () => stage.server.db.$count(reminderDue)
  const unplan = () => stage.server.db.delete(reminderDue)
  const missing = async () => (await planMissing(stage.server.db, null, stage.clock.now(), 10)).next

  it('R2.1 has important medications only, and follows the mark', async () => {
    const { id } = await important()
    await addMedication(ada, {})
    expect(await due()).toBe(1)
    await edit(id, { important: false })
    expect(await due()).toBe(0)
    await edit(id, { important: true })
    expect(await due()).toBe(1)
    await stage.at('8:00')
    expect(await due()).toBe(1)
    expect(await stage.server.db.$count(reminderOccurrences)).toBe(0)
  })

  it('R2.1 the last subscription that goes leaves the important ones in it', async () => {
    await subscribe(stage.server, ada.user.id, 'phone')
    await important()
    await addMedication(ada, { reminderTimes: ['08:00'] })
    expect(await due()).toBe(2)
    await stage.server.db.delete(pushSubscriptions)
    await at('8:00')
    expect(await due()).toBe(1)
    await at('8:30')
    expect(subjects()).toHaveLength(1)
  })

  it('R2.1 is filled in where it is missing', async () => {
    await important()
    await addMedication(ada, {})
    await unplan()
    await missing()
    expect(await due()).toBe(1)
    await subscribe(stage.server, ada.user.id, 'phone')
    await unplan()
    await missing()
    expect(await due()).toBe(2)
  })
})

describe('the mark of an important medication', () => {
  it('is optional in the specification’s body, and an edit of something else leaves it', async () => {
    expect((await addMedication(ada, {})).important).toBe(false)
    const { id } = await important()
    await edit(id, { dosage: '10 mg' })
    const records = await list(ada)
    expect(records.find((record) => record.id === id)).toMatchObject({ dosage: '10 mg', important: true })
  })

  it('is part of what the same id means', async () => {
    const body = { ...(await important()) }
    const again = {
      ...{ id: body.id, name: body.name, dosage: body.dosage, frequency: body.frequency },
      ...{ instructions: body.instructions, reminderTimes: body.reminderTimes },
    }
    expect((await send(ada, 'POST', '/api/medications', { ...again, important: true })).statusCode).toBe(201)
    expect((await send(ada, 'POST', '/api/medications', again)).statusCode).toBe(409)
  })
})
