// On both databases: claims of several servers.
import { eq, sql } from 'drizzle-orm'
import { NodePgSession } from 'drizzle-orm/node-postgres'
import { PgliteSession } from 'drizzle-orm/pglite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import type { Mail } from '../mail/mailer.ts'
import { systemRandom } from '../platform/clock.ts'
import type { OnSetAside } from '../queue/set-aside.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addPerson, on, share } from '../testing/people-of.ts'
import type { PushCollector } from '../testing/push-collector.ts'
import { endpointOf, type ReminderFixture, reminderFixture, subscribe } from '../testing/reminders.ts'
import { neverSetAside } from '../testing/set-aside.ts'
import { helperNotices, medications, setAsides } from '../testing/tables.ts'
import { addMedication, doseBody, type Json, send } from '../testing/writes.ts'
import { mailOpenDoses } from './important-doses.ts'
import { claimHelperMessages } from './missed-dose-claims.ts'
import { purgeHelperNotices, tellHelpers } from './missed-doses.ts'

let stage: ReminderFixture
let ada: Person
let bob: Person
let mia: ListedPerson
let mails: Mail[]
let isMailDown: boolean
let onSetAside: OnSetAside
beforeEach(async () => {
  stage = await reminderFixture()
  ada = await asAdult(stage.server, 'ada@example.org')
  bob = await asAdult(stage.server, 'bob@example.org')
  mia = await addPerson(ada, { name: 'Mia' })
  mails = []
  isMailDown = false
  onSetAside = neverSetAside
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

const mailer = {
  destination: 'kept here',
  send: async (mail: Mail) => {
    mails.push(mail)
    if (isMailDown) throw new Error('no answer of the mail server')
  },
}
const run = (push: PushCollector = stage.push) => {
  const { db, clock, config } = stage.server
  return tellHelpers({ db, clock, mailer, config, push, random: systemRandom, onSetAside })
}
/** Moves the clock to this time of March 2 in Sydney and does what a server does then. Returns what was pushed. */
async function at(time: string) {
  await stage.at(time)
  await run()
  return stage.push.take()
}
const important = (fields: Json = {}, person = on(ada, mia)) =>
  addMedication(person, { name: 'Warfarin', dosage: '5 mg', important: true, reminderTimes: ['08:00'], ...fields })
const log = (medicationId: string, fields: Json = {}) => {
  const now = new Date(stage.clock.now()).toISOString()
  const body = doseBody(medicationId, { slot: '2026-03-02 08:00', at: now, loggedAt: now, ...fields } as never)
  return send(on(ada, mia), 'POST', '/api/doses', body)
}
const outcomes = async () =>
  (await stage.server.db.select().from(helperNotices).orderBy(helperNotices.slotAt)).map(({ outcome }) => outcome)
const help = (fields: Json = {}) => share(ada, mia, bob, 'help', { notifyAfterMinutes: 30, ...fields })

/** Claims what is due. Returns how many messages that makes, and how many statements it takes. */
async function looked(): Promise<{ messages: number; statements: number }> {
  const { db, clock, config } = stage.server
  const sessions = [NodePgSession.prototype, PgliteSession.prototype]
  const spies = sessions.map((session) => vi.spyOn(session, 'prepareQuery'))
  const messages = await claimHelperMessages({ db, clock, config, onSetAside: neverSetAside })
  const statements = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  for (const spy of spies) spy.mockRestore()
  return { messages: messages?.length ?? 0, statements }
}

describe('R11.3 a helper who is to be told', () => {
  it('hears by push, once for a moment, that nobody logged important doses', async () => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    const { id } = await important()
    await important({ name: 'Digoxin', dosage: '' })
    await important({ name: 'Vitamin', important: false })
    expect(await at('8:29')).toEqual([])
    const [message, ...others] = await at('8:30')
    expect(others).toEqual([])
    expect(message).toMatchObject({
      endpoint: endpointOf('phone'),
      title: 'Mia: not logged yet',
      kind: 'missed',
      user: bob.user.id,
      person: mia.id,
      silent: false,
    })
    expect(message?.body.split('\n').sort()).toEqual([
      'Digoxin was due at 8:00 AM',
      'Warfarin (5 mg) was due at 8:00 AM',
    ])
    expect(message?.slotIds).toContain(doseBody(id, { slot: '2026-03-02 08:00' }).slotId)
    expect([await at('8:31'), await at('9:30'), mails]).toEqual([[], [], []])
  })

  it('hears by mail without a device, or when no device takes it, and never in its subject about what', async () => {
    await help()
    await important()
    await at('8:30')
    expect(mails).toMatchObject([{ to: 'bob@example.org', subject: 'Not logged yet for M: 8:00 AM' }])
    expect(mails[0]?.text).toContain('M: A medication marked as important was due at 8:00 AM.')
    expect(mails[0]?.text).not.toMatch(/\bMia\b|Warfarin/)
    mails = []
    await subscribe(stage.server, bob.user.id, 'phone')
    stage.push.answer = () => ({ kind: 'refused', status: 400, retryAfter: null })
    await important({ name: 'Digoxin', reminderTimes: ['09:00'] })
    await at('9:30')
    expect(mails).toMatchObject([{ to: 'bob@example.org', subject: 'Not logged yet for M: 9:00 AM' }])
    expect(await outcomes()).toEqual(['mailed', 'mailed'])
  })

  it('R2.1 hears of a dose of when no server was up, also where its medication is edited before it is looked at', async () => {
    await help()
    const { id } = await important()
    stage.clock.set('2026-03-01T21:20:00.000Z')
    await send(on(ada, mia), 'PATCH', `/api/medications/${id}`, { instructions: 'With water' })
    await at('8:30')
    expect(mails).toMatchObject([{ to: 'bob@example.org', subject: 'Not logged yet for M: 8:00 AM' }])
  })

  it('R2.1 hears of a dose that has come up late, with what a device sends, up to two hours late', async () => {
    await help({ notifyAfterMinutes: 240 })
    const other = await addMedication(on(ada, mia), { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    const schedule = { kind: 'after-dose', medicationId: other.id, minutes: 30 }
    await important({ schedule, reminderTimes: [] })
    await at('14:00')
    for (const taken of ['2026-03-01T20:25:00.000Z', '2026-03-01T20:35:00.000Z'])
      await send(on(ada, mia), 'POST', '/api/doses', doseBody(other.id, { at: taken }))
    await at('14:05')
    expect(mails.map(({ subject }) => subject)).toEqual(['Not logged yet for M: 8:05 AM'])
  })

  it.each(['8:14:30', '8:45:00'])(
    'waits for the doses that come after a medication which is heard of at %s',
    async (heard) => {
      await help({ notifyAfterMinutes: 15 })
      await at(heard)
      const createdAt = '2026-03-01T20:50:00.000Z'
      const { id } = await important({ createdAt })
      await important({ createdAt, name: 'Digoxin', reminderTimes: ['08:01'] })
      const [hours, minutes, seconds] = heard.split(':').map(Number)
      await at(`${hours}:${(minutes ?? 0) + 4}:${seconds}`)
      expect(mails).toEqual([])
      await log(id, { at: '2026-03-01T21:02:00.000Z' })
      await at(`${hours}:${(minutes ?? 0) + 5}:${seconds}`)
      expect(mails.map(({ subject }) => subject)).toEqual(['Not logged yet for M: 8:01 AM'])
    },
  )

  it('hears nothing of a dose of before, when another one is logged later', async () => {
    const other = await addMedication(on(ada, mia), { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    const schedule = { kind: 'after-dose', medicationId: other.id, minutes: 30 }
    await important({ schedule, reminderTimes: [], notices: { headsUp: null, followUps: [240] } })
    const taken = (at: string) => send(on(ada, mia), 'POST', '/api/doses', doseBody(other.id, { at }))
    await at('7:30')
    await taken('2026-03-01T20:30:00.000Z')
    await at('8:00')
    await at('8:20')
    await help()
    await at('8:45')
    await taken('2026-03-01T21:40:00.000Z')
    for (const time of ['8:45', '9:39']) await at(time)
    expect(mails).toEqual([])
    await at('9:40')
    expect(mails.map(({ subject }) => subject)).toEqual(['Not logged yet for M: 9:10 AM'])
  })

  it('hears nothing where a dose was logged, skipped, moved on or is not planned any more', async () => {
    await help()
    const [taken, skipped, snoozed, stopped] = [
      await important(),
      await important({ name: 'B' }),
      await important({ name: 'C' }),
      await important({ name: 'D' }),
    ]
    await at('8:00')
    await log(taken.id)
    await log(skipped.id, { kind: 'skipped' })
    await log(snoozed.id, { kind: 'snoozed', until: '2026-03-01T21:45:00.000Z' })
    await send(on(ada, mia), 'PATCH', `/api/medications/${stopped.id}`, { stoppedAt: '2026-03-01T21:10:00.000Z' })
    await at('8:30')
    expect(mails).toEqual([])
    // The end of a snooze takes the place of the planned instant.
    await at('9:15')
    expect(mails).toMatchObject([{ subject: 'Not logged yet for M: 8:00 AM' }])
  })

  it('hears as late as was agreed, each of them', async () => {
    const eve = await asAdult(stage.server, 'eve@example.org')
    await help({ notifyAfterMinutes: 15 })
    await share(ada, mia, eve, 'view', { notifyAfterMinutes: 240 })
    await share(ada, mia, await asAdult(stage.server, 'zoe@example.org'), 'manage')
    await important()
    await at('8:15')
    expect(mails.splice(0).map(({ to }) => to)).toEqual(['bob@example.org'])
    await at('11:59')
    expect(mails).toEqual([])
    await at('12:00')
    expect(mails.map(({ to }) => to)).toEqual(['eve@example.org'])
  })

  it.each(['revoked', 'over', 'not accepted'])('hears nothing when the sharing is %s', async (what) => {
    if (what === 'not accepted') {
      await send(ada, 'POST', `/api/people/${mia.id}/grants`, { role: 'help', notifyAfterMinutes: 30 })
    } else {
      const id = await help({ expiresAt: new Date(stage.clock.now() + 80 * 60_000).toISOString() })
      if (what === 'revoked') {
        await important()
        await at('8:00')
        await send(ada, 'DELETE', `/api/grants/${id}`)
      }
    }
    if (what !== 'revoked') await important()
    await at('8:00')
    await at('8:30')
    expect([mails, await at('9:00')]).toEqual([[], []])
  })

  it('hears about the account’s own person too', async () => {
    await share(ada, ada.user, bob, 'view', { notifyAfterMinutes: 20 })
    await important({}, ada)
    await at('8:20')
    expect(mails[0]?.text).toContain('A: A medication marked as important was due')
  })

  it('R1.4 hears once of a dose that follows another one, where the plan zone changes after it was due', async () => {
    await share(ada, ada.user, bob, 'help', { notifyAfterMinutes: 30 })
    const other = await addMedication(ada, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    await important({ schedule: { kind: 'after-dose', medicationId: other.id, minutes: 30 }, reminderTimes: [] }, ada)
    await at('7:30')
    await send(ada, 'POST', '/api/doses', doseBody(other.id, { at: '2026-03-01T20:30:00.000Z' }))
    for (const time of ['8:00', '8:20']) await at(time)
    await send(ada, 'PATCH', '/api/user/profile', { timeZone: 'Australia/Perth' })
    for (const time of ['8:29', '8:30', '8:31', '9:00']) await at(time)
    expect(mails.map(({ to, subject }) => [to, subject.split(': ')[1]])).toEqual([['bob@example.org', '5:00 AM']])
  })

  it('costs one look, whatever number of them there is', async () => {
    const invite = async (count: number) => {
      for (let number = 0; number < count; number += 1) {
        const helper = await asAdult(stage.server, `helper-${helpers}@example.org`)
        await share(ada, mia, helper, 'help', { notifyAfterMinutes: 30 })
        helpers += 1
        await subscribe(stage.server, helper.user.id, `phone-${helpers}`)
      }
    }
    let helpers = 0
    await invite(1)
    await important()
    await stage.at('8:30')
    const one = await looked()
    await invite(19)
    await important({ name: 'Digoxin', reminderTimes: ['09:00'] })
    await stage.at('9:30')
    const twenty = await looked()
    expect([one.messages, twenty.messages]).toEqual([1, 20])
    expect(one.statements).toBeGreaterThan(0)
    expect(twenty.statements).toBe(one.statements)
  })

  it('is not told what the lock screen must not show', async () => {
    await subscribe(stage.server, bob.user.id, 'phone', { wording: 'discreet' })
    await help()
    await important()
    const [message] = await at('8:30')
    expect(message).toMatchObject({ title: 'A reminder for M', body: '' })
    expect(JSON.stringify(message)).not.toMatch(/\bMia\b|Warfarin/)
  })

  it('is mailed to again when no mail could be sent', async () => {
    await help()
    await important()
    isMailDown = true
    await stage.at('8:30')
    await expect(run()).rejects.toThrow('notices to helpers could not be sent')
    isMailDown = false
    const [first] = mails.splice(0)
    await at('8:34')
    expect(mails).toEqual([])
    await at('8:35')
    // If the first arrived after all, it is the same mail.
    expect(mails.map(({ key }) => key)).toEqual([first?.key])
    expect(first?.key).toEqual(expect.any(String))
  })

  it('hears once, whatever number of servers are at work', async () => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    for (const name of ['A', 'B', 'C', 'D']) await important({ name })
    await stage.at('8:30')
    await Promise.all([run(), run(), run()])
    expect(stage.push.take()).toHaveLength(1)
  })

  it('hears nothing of what a server died over, rather than twice', async () => {
    await help()
    await important()
    await stage.at('8:30')
    const { db, clock, config } = stage.server
    const never = { destination: 'nowhere', send: () => new Promise<void>(() => undefined) }
    void tellHelpers({
      db,
      clock,
      mailer: never,
      config,
      push: stage.push,
      random: systemRandom,
      onSetAside: neverSetAside,
    })
    while ((await outcomes())[0] !== 'claimed') await new Promise((resolve) => setImmediate(resolve))
    await run()
    expect([mails, await outcomes()]).toEqual([[], ['claimed']])
  })
})

describe('R11.4 what a helper was told', () => {
  it('is replaced without a sound once all of it is logged, and told no more', async () => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    const [one, two] = [await important(), await important({ name: 'Digoxin' })]
    const [told] = await at('8:30')
    await log(one.id)
    expect(await at('8:40')).toEqual([])
    await log(two.id)
    expect(await at('8:41')).toMatchObject([{ tag: told?.tag, title: 'Mia: settled', silent: true, renotify: false }])
    expect(await at('8:45')).toEqual([])
    expect(await outcomes()).toEqual(['withdrawn', 'withdrawn'])
  })

  it.each<[what: string, write: (id: string) => Promise<unknown>]>([
    [
      'stopped',
      (id) => send(on(ada, mia), 'PATCH', `/api/medications/${id}`, { stoppedAt: '2026-03-01T21:00:00.000Z' }),
    ],
    [
      'not planned for that day',
      (id) =>
        send(on(ada, mia), 'PATCH', `/api/medications/${id}`, {
          startDate: '2026-03-05',
          editedAt: '2026-03-01T20:30:00.000Z',
        }),
    ],
    ['deleted', (id) => send(on(ada, mia), 'DELETE', `/api/medications/${id}`)],
  ])('is replaced too once its medication is %s', async (_what, write) => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    const { id } = await important()
    const [told] = await at('8:30')
    expect(await write(id)).toMatchObject({ statusCode: 200 })
    expect(await at('8:41')).toMatchObject([{ tag: told?.tag, title: 'Mia: settled', silent: true }])
    expect(await at('8:45')).toEqual([])
  })

  it.each(['at once', 'in a batch'])('R1.5 is replaced too when it is logged under another plan, %s', async (how) => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    const { id } = await important()
    const [told] = await at('8:30')
    const body = doseBody(id, { slot: '2026-03-02 08:15', at: '2026-03-01T21:31:00.000Z' })
    if (how === 'at once') await send(on(ada, mia), 'POST', '/api/doses', body)
    else {
      const skipped = doseBody(id, { slot: '2026-03-01 08:00', at: '2026-03-01T21:31:00.000Z', kind: 'skipped' })
      const calls = [body, skipped].map((one) => ({ key: one.id, method: 'POST', path: '/api/doses', body: one }))
      await send(on(ada, mia), 'POST', '/api/batch', { calls })
    }
    expect(await at('8:41')).toMatchObject([{ tag: told?.tag, title: 'Mia: settled' }])
  })

  it('is replaced too once the dose is undone that it followed', async () => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    const person = on(ada, mia)
    const other = await addMedication(person, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    await important({ schedule: { kind: 'after-dose', medicationId: other.id, minutes: 30 }, reminderTimes: [] })
    await at('7:30')
    const logged = await log(other.id, { slot: undefined })
    const [told] = await at('8:30')
    expect(told).toMatchObject({ title: 'Mia: not logged yet' })
    const undone = await log(other.id, { slot: undefined, kind: 'undone', undoes: logged.json().id })
    expect(undone.statusCode).toBe(201)
    expect(await at('8:41')).toMatchObject([{ tag: told?.tag, title: 'Mia: settled' }])
  })

  it('is replaced too when a device logs it that has not heard of the new plan zone', async () => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    const person = on(ada, mia)
    const other = await addMedication(person, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    const schedule = { kind: 'after-dose', medicationId: other.id, minutes: 30 }
    const { id } = await important({ schedule, reminderTimes: [] })
    await at('7:30')
    await log(other.id, { slot: undefined })
    expect((await send(ada, 'PATCH', `/api/people/${mia.id}`, { timeZone: 'Australia/Perth' })).statusCode).toBe(200)
    await at('8:00')
    const [told] = await at('8:30')
    expect(told).toMatchObject({ title: 'Mia: not logged yet', body: expect.stringContaining('5:00 AM') })
    const { snapshot, ...body } = doseBody(id, { slot: '2026-03-02 08:00', at: '2026-03-01T21:31:00.000Z' })
    const plannedAt = '2026-03-01T21:00:00.000Z'
    await send(person, 'POST', '/api/doses', { ...body, snapshot: { ...(snapshot as object), plannedAt } })
    expect(await at('8:31')).toMatchObject([{ tag: told?.tag, title: 'Mia: settled' }])
    expect(await outcomes()).toEqual(['withdrawn'])
  })

  it('is replaced by what is told later under another tag', async () => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    await important({ reminderTimes: ['08:00', '20:00'] })
    const [morning] = await at('8:30')
    const [evening] = await at('20:30')
    expect([morning?.tag === evening?.tag, morning?.topic === evening?.topic]).toEqual([false, false])
  })

  it('R1.4 stays where the plan zone changes and the medication is edited afterwards', async () => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    const person = on(ada, mia)
    const other = await addMedication(person, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    const schedule = { kind: 'after-dose', medicationId: other.id, minutes: 30 }
    const { id } = await important({ schedule, reminderTimes: [] })
    await at('7:30')
    await log(other.id, { slot: undefined })
    const [told] = await at('8:30')
    expect((await send(ada, 'PATCH', `/api/people/${mia.id}`, { timeZone: 'Australia/Perth' })).statusCode).toBe(200)
    expect(
      (await send(person, 'PATCH', `/api/medications/${id}`, { instructions: 'Before breakfast' })).statusCode,
    ).toBe(200)
    expect(await at('8:35')).toEqual([])
    await send(person, 'PATCH', `/api/medications/${id}`, { stoppedAt: '2026-03-01T21:35:00.000Z' })
    expect(await at('8:40')).toMatchObject([{ tag: told?.tag, title: 'Mia: settled' }])
  })

  it('is replaced later where the push service did not take it at once, for two hours', async () => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    const [{ id }, other] = [await important(), await important({ name: 'Digoxin', reminderTimes: ['09:00'] })]
    const told = [...(await at('8:30')), ...(await at('9:30'))]
    stage.push.answer = () => ({ kind: 'again', status: 503, retryAfter: null })
    await log(id)
    expect(await at('9:31')).toEqual([])
    stage.push.answer = null
    expect(await at('9:35')).toEqual([])
    expect(await at('9:36')).toMatchObject([{ tag: told[0]?.tag, title: 'Mia: settled' }])
    expect(await at('9:45')).toEqual([])
    stage.push.answer = () => ({ kind: 'again', status: null, retryAfter: null })
    await log(other.id, { slot: '2026-03-02 09:00' })
    for (const time of ['9:46', '10:30', '11:30']) expect(await at(time)).toEqual([])
    stage.push.answer = null
    expect([await at('11:40'), await outcomes()]).toEqual([[], ['withdrawn', 'withdrawn']])
  })

  it('is not replaced any more a day after a dose', async () => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    const { id } = await important({ endDate: '2026-03-02' })
    await at('8:30')
    stage.clock.set('2026-03-02T21:00:00.001Z')
    await send(on(ada, mia), 'DELETE', `/api/medications/${id}`)
    await run()
    expect([stage.push.take(), await outcomes()]).toEqual([[], []])
  })

  it('is forgotten after 14 days, and with the helper’s account', async () => {
    await help()
    await important()
    await at('8:30')
    stage.clock.advance(14 * DAY - 30 * 60_000)
    await purgeHelperNotices(stage.server.db, stage.clock.now())
    expect(await outcomes()).toEqual(['mailed'])
    await purgeHelperNotices(stage.server.db, stage.clock.now() + 1)
    expect(await outcomes()).toEqual([])
    stage.clock.set('2026-03-01T22:00:00.000Z')
    await important({ name: 'Digoxin', reminderTimes: ['10:00'] })
    await at('10:00')
    await bob.inject({ method: 'DELETE', url: '/api/user/account', payload: { email: bob.email } })
    const left = await stage.server.db.select().from(helperNotices).where(eq(helperNotices.helperId, bob.user.id))
    expect(left).toEqual([])
  })
})

describe('R8.1 what cannot be read of a notice', () => {
  beforeEach(() => {
    onSetAside = () => {}
  })

  /** A day that is none: nothing can be planned for it. */
  const spoilNotices = () => stage.server.db.update(helperNotices).set({ date: 'never' })
  const aside = async () => (await stage.server.db.select().from(setAsides)).map(({ kind }) => kind)

  it('keeps no mail from the account, whose own rows can be read', async () => {
    await help({ notifyAfterMinutes: 15 })
    await important()
    await stage.at('8:00')
    await run()
    await spoilNotices()
    for (const time of ['8:15', '8:16', '8:18', '8:22']) await at(time)
    expect(await aside()).toEqual(['helper-notice'])
    stage.clock.set('2026-03-01T21:30:00.000Z')
    const { db, clock, config } = stage.server
    await mailOpenDoses({ db, clock, mailer, config, onSetAside })
    expect(mails).toMatchObject([{ to: 'ada@example.org' }])
    expect(await aside()).toEqual(['helper-notice'])
  })

  it('stands for a dose that is still open, and keeps nobody else from theirs', async () => {
    await subscribe(stage.server, bob.user.id, 'phone')
    await help()
    const one = await important()
    const other = await important({ name: 'Digoxin' })
    expect(await at('8:30')).toHaveLength(1)
    await at('8:31')
    await stage.server.db
      .update(medications)
      .set({ record: sql`${medications.record} - 'versions'` })
      .where(eq(medications.id, other.id))
    await log(one.id)
    await important({ name: 'Ramipril', reminderTimes: ['09:00'] })
    expect(await at('8:40')).toEqual([])
    await at('9:00')
    expect((await at('9:30')).map(({ title }) => title)).toEqual(['Mia: not logged yet'])
  })
})
