import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SendResult } from '../push/transport.ts'
import type { Person } from '../testing/people.ts'
import {
  asSubscriber,
  endpointOf,
  LOGGING_DEVICE,
  type ReminderFixture,
  reminderFixture,
  subscribe,
} from '../testing/reminders.ts'
import { pushSends, pushSubscriptions, reminderDue, reminderOccurrences, users } from '../testing/tables.ts'
import { addMedication, doseBody, send } from '../testing/writes.ts'

const DATE = '2026-03-02'

let stage: ReminderFixture
let ada: Person
beforeEach(async () => {
  stage = await reminderFixture()
  ada = await asSubscriber(stage, 'phone')
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

const metformin = (fields = {}) =>
  addMedication(ada, { name: 'Metformin XR', dosage: '1000 mg', reminderTimes: ['08:00'], ...fields })
const ramipril = (fields = {}) =>
  addMedication(ada, { name: 'Ramipril', dosage: '', reminderTimes: ['08:00'], ...fields })

/** Logs a dose at this time of the day, as another device unless the fields name one. */
async function log(medicationId: string, fields: Record<string, unknown> = {}): Promise<string> {
  const now = new Date(stage.clock.now()).toISOString()
  const body = doseBody(medicationId, { slot: `${DATE} 08:00`, at: now, loggedAt: now, ...fields })
  const answer = await send(ada, 'POST', '/api/doses', body)
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  return body.id as string
}

const titles = () => stage.push.take().map(({ title }) => title)
const outcomes = async () =>
  (await stage.server.db.select().from(pushSends).orderBy(pushSends.dueAt, pushSends.kind)).map(
    ({ stage: at, outcome, status, attempts }) => [at, outcome, status, attempts],
  )
const again = (retryAfter: number | null = null, status: number | null = 503): SendResult => ({
  kind: 'again',
  status,
  retryAfter,
})

it('a push names the amount of its time where no dosage was typed', async () => {
  const amounts = { unit: 'tablet', each: '1', byTime: { '08:00': '.5' } }
  await metformin({ dosage: '', reminderTimes: ['08:00', '20:00'], amounts })
  await stage.at('8:00')
  expect(stage.push.take()).toMatchObject([{ body: 'Time to take Metformin XR (½ tablet) at 8:00 AM' }])
})

describe('the stages of a reminder', () => {
  it('R2.2 R3.2 R3.5 ring at 0, 5 and 10 minutes and then no more', async () => {
    const { id } = await metformin()
    await stage.at('7:59')
    expect(titles()).toEqual([])
    await stage.at('8:00')
    const [message, ...others] = stage.push.take()
    expect(others).toEqual([])
    const slotId = doseBody(id, { slot: `${DATE} 08:00` }).slotId
    expect(message).toEqual({
      endpoint: endpointOf('phone'),
      title: 'Medication Reminder',
      body: 'Time to take Metformin XR (1000 mg) at 8:00 AM',
      tag: slotId,
      topic: slotId,
      navigate: `https://dosewell.example/?dose=${slotId}`,
      slotIds: [slotId],
      user: ada.user.id,
      kind: 'reminder',
      id: expect.stringMatching(/^[\w-]{22}$/),
      lang: 'en',
      wording: 'full',
      silent: false,
      renotify: true,
      ttl: 15 * 60,
      urgency: 'high',
    })
    await stage.at('8:00:30')
    await stage.at('8:04:59')
    expect(titles()).toEqual([])
    await stage.at('8:05')
    await stage.at('8:07')
    await stage.at('8:10')
    await stage.at('8:14')
    await stage.at('8:15')
    await stage.at('8:30')
    expect(stage.push.take().map(({ title, ttl }) => [title, ttl])).toEqual([
      ['Medication Reminder (5 min reminder)', 600],
      ['Medication Reminder (10 min reminder)', 300],
    ])
    expect(await outcomes()).toEqual([
      [0, 'delivered', 201, 0],
      [5, 'delivered', 201, 0],
      [10, 'delivered', 201, 0],
    ])
    expect(await stage.server.db.select().from(reminderOccurrences)).toEqual([])
  })

  it('R3.2 of doses of one minute are one message; those of other minutes are their own', async () => {
    await metformin()
    await ramipril()
    await addMedication(ada, { name: 'Aspirin', dosage: '', reminderTimes: ['08:01'] })
    await stage.at('8:00')
    expect(stage.push.take()).toMatchObject([
      {
        body: expect.stringMatching(
          /^Time to take (Metformin XR \(1000 mg\)|Ramipril) at 8:00 AM\nTime to take (Metformin XR \(1000 mg\)|Ramipril) at 8:00 AM$/,
        ),
        tag: `at:${DATE}T08:00`,
        topic: `at-${DATE}T08-00`,
        navigate: 'https://dosewell.example/reminders',
        slotIds: [expect.any(String), expect.any(String)],
      },
    ])
    await stage.at('8:01')
    expect(stage.push.take()).toMatchObject([{ body: 'Time to take Aspirin at 8:01 AM' }])
  })

  it('R3.2 what is left of a group stays under its tag', async () => {
    const { id } = await metformin()
    await ramipril()
    await stage.at('8:00')
    stage.push.take()
    await log(id)
    await stage.at('8:05')
    expect(stage.push.take().filter(({ kind, silent }) => kind === 'reminder' && !silent)).toMatchObject([
      { body: 'Time to take Ramipril at 8:00 AM', tag: `at:${DATE}T08:00` },
    ])
  })

  it('R3.1 every device of the person is sent each stage, and nobody else', async () => {
    await subscribe(stage.server, ada.user.id, 'tablet')
    await asSubscriber(stage, 'stranger')
    await metformin()
    await stage.at('8:00')
    expect(
      stage.push
        .take()
        .map(({ endpoint }) => endpoint)
        .sort(),
    ).toEqual(['phone', 'tablet'].map(endpointOf))
  })

  it('R3.6 a person who may not use health data now is sent nothing', async () => {
    await metformin()
    await stage.server.db
      .update(users)
      .set({ parentalConsentRequired: true, dateOfBirth: '2011-01-01' })
      .where(eq(users.id, ada.user.id))
    await stage.at('8:00')
    await stage.at('8:05')
    expect(titles()).toEqual([])
    await stage.server.db.update(users).set({ parentalConsentGiven: true }).where(eq(users.id, ada.user.id))
    await stage.at('8:10')
    clockTomorrow()
    await stage.worker.pass()
    expect(titles()).toEqual(['Medication Reminder'])
  })

  const clockTomorrow = () => stage.clock.set('2026-03-02T21:00:00.000Z')

  it('R3.7 discreet wording names nothing', async () => {
    await stage.server.db.update(pushSubscriptions).set({ wording: 'discreet' })
    await metformin()
    await stage.at('8:03')
    const [message] = stage.push.take()
    expect([message?.title, message?.body]).toEqual(['You have a reminder', 'Was due 8:00 AM'])
    expect(JSON.stringify(message)).not.toContain('Metformin')
  })
})

describe('a dose that is logged', () => {
  it('R2.3 before its stage silences it', async () => {
    const { id } = await metformin()
    await log(id)
    await stage.at('8:00')
    await stage.at('8:05')
    expect(titles()).toEqual([])
    expect(await outcomes()).toEqual([])
  })

  it('R1.5 under another plan is not asked for at its new time', async () => {
    const { id } = await metformin({ reminderTimes: ['08:00', '20:00'] })
    await log(id)
    stage.clock.advance(60_000)
    const edit = { reminderTimes: ['08:30', '20:30'] }
    expect((await send(ada, 'PATCH', `/api/medications/${id}`, edit)).statusCode).toBe(200)
    await stage.at('8:00')
    await stage.at('8:30')
    await stage.at('8:35')
    expect(titles()).toEqual([])
    await stage.at('20:30')
    expect(titles()).toEqual(['Medication Reminder'])
  })

  it('R2.3 a snooze begins anew at its end, also long after', async () => {
    const { id } = await metformin()
    await stage.at('8:00')
    stage.clock.advance(120_000)
    await log(id, { kind: 'snoozed', until: new Date(stage.clock.now() + 600_000).toISOString() })
    await stage.at('8:05')
    await stage.at('8:10')
    expect(titles()).toEqual(['Medication Reminder'])
    await stage.at('8:12')
    expect(titles()).toEqual(['Medication Reminder'])
    await stage.at('8:17')
    expect(titles()).toEqual(['Medication Reminder (5 min reminder)'])
    await log(id, { kind: 'snoozed', until: new Date(stage.clock.now() + 3_600_000).toISOString() })
    await stage.at('8:22')
    expect(titles()).toEqual([])
    await stage.at('9:17')
    expect(titles()).toEqual(['Medication Reminder'])
  })

  it('R2.2 an undo has it ring on, with the stage of the clock', async () => {
    const { id } = await metformin()
    await stage.at('8:00')
    stage.clock.advance(60_000)
    const materialised = await log(id, { deviceId: LOGGING_DEVICE })
    await stage.at('8:02')
    await stage.at('8:02:05')
    expect(await stage.server.db.select().from(reminderOccurrences)).toEqual([])
    stage.push.take()
    await log(id, { kind: 'undone', undoes: materialised })
    await stage.at('8:03')
    expect(titles()).toEqual([])
    await stage.at('8:05')
    expect(titles()).toEqual(['Medication Reminder (5 min reminder)'])
    await log(id)
    await stage.at('8:06')
    stage.clock.advance(3_600_000)
    stage.push.take()
    await log(id, { kind: 'undone', undoes: materialised })
    await stage.worker.pass()
    expect(titles()).toEqual([])
  })

  it('R3.8 on another device is told silently to those that were sent it, once, under the same tag', async () => {
    await subscribe(stage.server, ada.user.id, 'logging', { deviceId: LOGGING_DEVICE })
    const { id } = await metformin()
    await stage.at('8:00')
    const [first] = stage.push.take()
    stage.clock.advance(120_000)
    await log(id)
    await stage.worker.pass()
    expect(stage.push.take()).toMatchObject([
      {
        endpoint: endpointOf('phone'),
        kind: 'settled',
        title: 'Metformin',
        body: 'Logged at 8:02 AM',
        tag: first?.tag,
        silent: true,
        renotify: false,
      },
    ])
    await stage.at('8:03')
    await stage.at('8:05')
    expect(titles()).toEqual([])
  })

  it('R3.6 R3.8 is told to nobody who may not use health data any more', async () => {
    const { id } = await metformin()
    await stage.at('8:00')
    stage.clock.advance(60_000)
    stage.push.answer = () => again()
    await log(id)
    await stage.worker.pass()
    stage.push.answer = null
    stage.push.take()
    await stage.server.db
      .update(users)
      .set({ parentalConsentRequired: true, dateOfBirth: '2011-01-01' })
      .where(eq(users.id, ada.user.id))
    for (const time of ['8:03', '8:05']) await stage.at(time)
    expect(titles()).toEqual([])
  })

  it('R3.8 of a group leaves the others in the notification', async () => {
    const { id } = await metformin()
    const other = await ramipril()
    await stage.at('8:00')
    stage.push.take()
    stage.clock.advance(60_000)
    await log(id, { snapshot: { name: 'Metformin XR', dosage: '', date: DATE, time: '08:00' } })
    await stage.worker.pass()
    expect(stage.push.take()).toMatchObject([
      {
        kind: 'reminder',
        body: 'Time to take Ramipril at 8:00 AM\nMetformin XR: logged at 8:01 AM',
        tag: `at:${DATE}T08:00`,
        silent: true,
      },
    ])
    stage.clock.advance(60_000)
    await log(other.id, { snapshot: { name: 'Ramipril', dosage: '', date: DATE, time: '08:00' } })
    await stage.worker.pass()
    expect(stage.push.take()).toMatchObject([
      {
        kind: 'settled',
        title: expect.stringMatching(/Metformin XR, Ramipril|Ramipril, Metformin XR/),
        silent: true,
      },
    ])
  })

  it('R3.8 is told within 15 minutes of what was sent last, and not later', async () => {
    const { id } = await metformin()
    for (const time of ['8:00', '8:05', '8:10', '8:24']) await stage.at(time)
    stage.push.take()
    await log(id)
    await stage.worker.pass()
    expect(stage.push.take()).toMatchObject([{ kind: 'settled' }])
    const other = await addMedication(ada, { reminderTimes: ['09:00'] })
    for (const time of ['9:00', '9:05', '9:10', '9:25']) await stage.at(time)
    stage.push.take()
    await log(other.id, { slot: `${DATE} 09:00` })
    await stage.at('9:26')
    expect(titles()).toEqual([])
  })
})

describe('a message that the push service does not take', () => {
  it.each([404, 410])('R3.3 %i: the subscription is removed and the others go on', async (status) => {
    await subscribe(stage.server, ada.user.id, 'gone')
    await metformin()
    stage.push.answer = (endpoint) =>
      endpoint === endpointOf('gone') ? { kind: 'gone', status, retryAfter: null } : undefined
    await stage.at('8:00')
    await stage.at('8:05')
    expect(stage.push.attempts.filter((endpoint) => endpoint === endpointOf('gone'))).toHaveLength(1)
    expect(stage.push.take()).toHaveLength(2)
    const left = await stage.server.db.select().from(pushSubscriptions)
    expect(left.map(({ deviceName }) => deviceName)).toEqual(['phone'])
    const gone = await stage.server.db.select().from(pushSends).where(eq(pushSends.outcome, 'gone'))
    expect(gone).toMatchObject([{ status, subscriptionId: null }])
  })

  it('R3.3 any other refusal is never repeated; the next stage is sent', async () => {
    await metformin()
    stage.push.answer = () => ({ kind: 'refused', status: 413, retryAfter: null })
    for (const time of ['8:00', '8:01', '8:02', '8:04:59']) await stage.at(time)
    expect(stage.push.attempts).toHaveLength(1)
    expect(await outcomes()).toEqual([[0, 'refused', 413, 0]])
    stage.push.answer = null
    await stage.at('8:05')
    expect(titles()).toEqual(['Medication Reminder (5 min reminder)'])
  })

  it('R3.3 is tried again after growing pauses, and says so when it comes late', async () => {
    await metformin()
    stage.push.answer = () => again(null, null)
    await stage.at('8:00')
    for (const [time, attempts] of [
      ['8:00:04', 1],
      ['8:00:05', 2],
      ['8:00:14', 2],
      ['8:00:15', 3],
      ['8:00:35', 4],
    ] as const) {
      await stage.at(time)
      expect([time, stage.push.attempts.length]).toEqual([time, attempts])
    }
    stage.push.answer = null
    await stage.at('8:01:15')
    expect(stage.push.take()).toMatchObject([
      {
        title: 'Medication Reminder',
        body: 'Time to take Metformin XR (1000 mg) at 8:00 AM\nWas due 8:00 AM',
      },
    ])
    expect(await outcomes()).toEqual([[0, 'delivered', 201, 4]])
    await stage.at('8:04')
    expect(titles()).toEqual([])
  })

  it('R3.3 Retry-After is kept, by the next stage too', async () => {
    await metformin()
    stage.push.answer = () => again(6 * 60_000, 429)
    await stage.at('8:00')
    stage.push.answer = null
    for (const time of ['8:01', '8:04', '8:05', '8:05:59']) await stage.at(time)
    expect(titles()).toEqual([])
    await stage.at('8:06')
    expect(titles()).toEqual(['Medication Reminder (5 min reminder)'])
    expect(await outcomes()).toEqual([
      [0, 'failed', 429, 1],
      [5, 'delivered', 201, 1],
    ])
  })

  it('R3.3 without success inside the window has failed', async () => {
    await metformin()
    stage.push.answer = () => again()
    for (const time of ['8:00', '8:00:05', '8:05', '8:10', '8:14:58', '8:15', '8:16']) await stage.at(time)
    expect((await outcomes()).map(([at, outcome]) => [at, outcome])).toEqual([0, 5, 10].map((at) => [at, 'failed']))
    expect(titles()).toEqual([])
  })

  it('R2.3 R3.3 is not repeated once the dose is logged', async () => {
    const { id } = await metformin()
    stage.push.answer = () => again()
    await stage.at('8:00')
    stage.push.answer = null
    await log(id)
    await stage.at('8:01')
    expect(stage.push.attempts).toHaveLength(1)
    expect(await outcomes()).toEqual([[0, 'failed', 503, 1]])
    expect(await stage.server.db.select().from(reminderOccurrences)).toEqual([])
  })
})

describe('after an outage', () => {
  it('R3.4 of 3 minutes the reminder says since when it is due', async () => {
    await metformin()
    await stage.at('8:03')
    expect(stage.push.take()).toMatchObject([
      {
        title: 'Medication Reminder',
        body: 'Time to take Metformin XR (1000 mg) at 8:00 AM\nWas due 8:00 AM',
        ttl: 720,
      },
    ])
    await stage.at('8:05')
    expect(stage.push.take()).toMatchObject([{ body: 'Time to take Metformin XR (1000 mg) at 8:00 AM' }])
  })

  it('R3.4 of 12 minutes only the current stage is sent, the others are on record as expired', async () => {
    await metformin()
    await stage.at('8:12')
    expect(stage.push.take()).toMatchObject([
      {
        title: 'Medication Reminder (10 min reminder)',
        body: expect.stringContaining('Was due 8:00 AM'),
        ttl: 180,
      },
    ])
    expect(await outcomes()).toEqual([
      [0, 'expired', null, 0],
      [5, 'expired', null, 0],
      [10, 'delivered', 201, 0],
    ])
  })

  it('R3.4 of 40 minutes nothing rings, and every stage is on record as expired', async () => {
    await metformin()
    await stage.at('8:40')
    await stage.at('8:41')
    expect(titles()).toEqual([])
    expect(await outcomes()).toEqual([0, 5, 10].map((at) => [at, 'expired', null, 0]))
    expect(await stage.server.db.select().from(reminderOccurrences)).toEqual([])
    const [due] = await stage.server.db.select().from(reminderDue)
    expect(due?.dueAt.toISOString()).toBe('2026-03-02T21:00:00.000Z')
  })

  it('R3.4 of days: one record for each stage of each slot, none of what was logged', async () => {
    const { id } = await metformin()
    await log(id)
    stage.clock.set('2026-03-04T22:00:00.000Z')
    await stage.worker.pass()
    expect(titles()).toEqual([])
    expect(await outcomes()).toHaveLength(3 * 3)
  })

  it('R3.1 what another server claimed and never sent is sent after its time, once', async () => {
    await metformin()
    stage.push.answer = () => new Promise(() => {})
    const dead = stage.worker
    stage.clock.set('2026-03-01T21:00:00.000Z')
    void dead.pass()
    await expect.poll(() => stage.push.attempts).toHaveLength(1)
    stage.push.answer = null
    const other = stage.another()
    stage.clock.advance(59_000)
    await other.pass()
    expect(titles()).toEqual([])
    stage.clock.advance(1_000)
    await other.pass()
    await other.pass()
    expect(titles()).toEqual(['Medication Reminder'])
    expect(await outcomes()).toEqual([[0, 'delivered', 201, 0]])
  })

  it('R3.1 a stop gives back what was claimed, so that the next server need not wait', async () => {
    await metformin()
    for (let device = 0; device < 250; device += 1) {
      await subscribe(stage.server, ada.user.id, `device-${device}`)
    }
    const answers: (() => void)[] = []
    stage.push.answer = () =>
      new Promise((resolve) => answers.push(() => resolve({ kind: 'delivered', status: 201, retryAfter: null })))
    stage.clock.set('2026-03-01T21:00:00.000Z')
    void stage.worker.pass()
    await expect.poll(() => answers.length).toBe(200)
    const stopped = stage.worker.stop()
    stage.push.answer = null
    for (const answer of answers) answer()
    await stopped
    expect(stage.push.take()).toHaveLength(200)
    await stage.another().pass()
    expect(stage.push.take()).toHaveLength(51)
    const pending = and(eq(pushSends.outcome, 'pending'), eq(pushSends.userId, ada.user.id))
    expect(await stage.server.db.select().from(pushSends).where(pending)).toEqual([])
  })
})
