import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeviceId } from '#domain/lib/ids.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { subscriptionBody } from '../testing/push.ts'
import {
  asSubscriber,
  endpointOf,
  LOGGING_DEVICE,
  type ReminderFixture,
  reminderFixture,
  subscribe,
} from '../testing/reminders.ts'
import { pushSends, reminderOccurrences } from '../testing/tables.ts'
import { addMedication, doseBody, send } from '../testing/writes.ts'

const DATE = '2026-03-02'
const GROUP = `at:${DATE}T08:00`

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
  addMedication(ada, {
    name: 'Metformin XR',
    dosage: '1000 mg',
    reminderTimes: ['08:00'],
    notices: { headsUp: 20, followUps: [30, 60] },
    ...fields,
  })

/** Logs a dose at this time of the day, as another device. */
async function log(medicationId: string, fields: Record<string, unknown> = {}): Promise<string> {
  const now = new Date(stage.clock.now()).toISOString()
  const body = doseBody(medicationId, { slot: `${DATE} 08:00`, at: now, loggedAt: now, ...fields })
  expect((await send(ada, 'POST', '/api/doses', body)).statusCode).toBe(201)
  return body.id as string
}

/** Plays the morning from 7:30 in steps of five minutes, and returns what was sent when. */
async function sentUntil(end: string, from = '7:30'): Promise<string[]> {
  const minutesOf = (time: string) => Number(time.split(':')[0]) * 60 + Number(time.split(':')[1])
  const sent: string[] = []
  for (let minutes = minutesOf(from); minutes <= minutesOf(end); minutes += 5) {
    const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
    await stage.at(time)
    for (const { kind, title, silent } of stage.push.take())
      sent.push(`${time} ${kind} ${title}${silent ? ', quietly' : ''}`)
  }
  return sent
}

const RINGS = [
  '8:00 reminder Medication Reminder',
  '8:05 reminder Medication Reminder (5 min reminder)',
  '8:10 reminder Medication Reminder (10 min reminder)',
]

describe('R9.5 the pushes beside the reminder of a dose', () => {
  it('come before, quietly, and after, until the last; then nothing is left of the dose', async () => {
    await metformin()
    expect(await sentUntil('10:00')).toEqual([
      '7:40 early Coming up, quietly',
      ...RINGS,
      '8:30 reminder Medication Reminder (30 min reminder)',
      '9:00 reminder Medication Reminder (60 min reminder)',
    ])
    expect(await stage.server.db.select().from(reminderOccurrences)).toEqual([])
  })

  it('R2.1 come after also where the medication was stopped for a while', async () => {
    const { id } = await metformin({ notices: { headsUp: null, followUps: [60] } })
    await addMedication(ada, { name: 'Ramipril', reminderTimes: ['08:20'] })
    const stop = async (stoppedAt: string | null) =>
      expect((await send(ada, 'PATCH', `/api/medications/${id}`, { stoppedAt })).statusCode).toBe(200)
    await sentUntil('8:15')
    await stop(new Date(stage.clock.now()).toISOString())
    await sentUntil('8:40', '8:20')
    await stop(null)
    expect(await sentUntil('9:30', '8:45')).toEqual(['9:00 reminder Medication Reminder (60 min reminder)'])
    const stages = (await stage.server.db.select().from(pushSends)).map((one) => one.stage)
    expect(stages.sort()).toEqual([0, 0, 10, 10, 5, 5, 60])
  })

  it('R2.1 come after also where the dose that another one follows was logged long after', async () => {
    const other = await addMedication(ada, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    const schedule = { kind: 'after-dose', medicationId: other.id, minutes: 30 }
    await metformin({ schedule, reminderTimes: [], notices: { headsUp: null, followUps: [60] } })
    await stage.at('8:40')
    const body = doseBody(other.id, { at: '2026-03-01T20:30:00.000Z' })
    expect((await send(ada, 'POST', '/api/doses', body)).statusCode).toBe(201)
    expect(await sentUntil('9:30', '8:40')).toEqual(['9:00 reminder Medication Reminder (60 min reminder)'])
  })

  it('R2.2 are none of a dose from before the first subscription, and of one moved on to after it', async () => {
    const bea = await asAdult(stage.server, 'bea@example.org')
    const fields = { name: 'Ramipril', reminderTimes: ['08:00'], notices: { headsUp: null, followUps: [60] } }
    await addMedication(bea, fields)
    const { id } = await addMedication(bea, { ...fields, name: 'Digoxin', dosage: '' })
    await stage.at('8:06')
    await subscribe(stage.server, bea.user.id, 'tablet')
    await stage.at('8:07')
    await subscribe(stage.server, bea.user.id, 'laptop')
    const until = '2026-03-01T21:30:00.000Z'
    const snooze = doseBody(id, { slot: `${DATE} 08:00`, kind: 'snoozed', until, at: '2026-03-01T21:08:00.000Z' })
    await stage.at('8:08')
    expect((await send(bea, 'POST', '/api/doses', snooze)).statusCode).toBe(201)
    expect(await sentUntil('8:25', '8:10')).toEqual([])
    const sent: string[] = []
    for (const time of ['8:30', '9:00', '9:30', '9:45']) {
      await stage.at(time)
      sent.push(...stage.push.take().map(({ endpoint, body }) => `${time} ${endpoint.split('/').at(-1)} ${body}`))
    }
    expect(sent.sort()).toEqual([
      '8:30 laptop Time to take Digoxin at 8:00 AM',
      '8:30 tablet Time to take Digoxin at 8:00 AM',
      '9:30 laptop Time to take Digoxin at 8:00 AM',
      '9:30 tablet Time to take Digoxin at 8:00 AM',
    ])
  })

  it('R2.2 come after also where there was no server, and the device has renewed its subscription since', async () => {
    const bea = await asAdult(stage.server, 'bea@example.org')
    await addMedication(bea, { reminderTimes: ['08:00'], notices: { headsUp: null, followUps: [60] } })
    const renew = async () => {
      const payload = subscriptionBody({ deviceId: LOGGING_DEVICE as DeviceId })
      expect((await bea.inject({ method: 'PUT', url: '/api/push/subscription', payload })).statusCode).toBe(200)
    }
    await renew()
    stage.clock.set(Date.parse('2026-03-02T08:45:00+11:00'))
    await renew()
    expect(await sentUntil('9:30', '8:45')).toEqual(['9:00 reminder Medication Reminder (60 min reminder)'])
  })

  it('the one before has the tag of the reminder, names the dose, and ends when it is due', async () => {
    const { id } = await metformin()
    await stage.at('7:40')
    const slotId = doseBody(id, { slot: `${DATE} 08:00` }).slotId
    expect(stage.push.take()).toMatchObject([
      {
        body: 'Metformin XR (1000 mg) at 8:00 AM',
        tag: GROUP,
        slotIds: [slotId],
        silent: true,
        renotify: false,
        ttl: 20 * 60,
      },
    ])
    await stage.at('8:00')
    expect(stage.push.take()).toMatchObject([{ kind: 'reminder', tag: GROUP, silent: false }])
  })

  it('of doses of one minute replace each other, with all that is coming up in the last', async () => {
    await metformin()
    await addMedication(ada, {
      name: 'Ramipril',
      dosage: '',
      reminderTimes: ['08:00'],
      notices: { headsUp: 10, followUps: [] },
    })
    await stage.at('7:40')
    expect(stage.push.take()).toMatchObject([{ body: 'Metformin XR (1000 mg) at 8:00 AM' }])
    await stage.at('7:50')
    const [second, ...others] = stage.push.take()
    expect(others).toEqual([])
    expect(second?.body.split('\n').sort()).toEqual(['Metformin XR (1000 mg) at 8:00 AM', 'Ramipril at 8:00 AM'])
    expect(second?.tag).toBe(GROUP)
    await stage.at('8:00')
    expect(stage.push.take()).toMatchObject([{ kind: 'reminder', tag: GROUP }])
  })

  it('name nothing where the lock screen is discreet', async () => {
    await stage.server.db.delete(pushSends)
    await subscribe(stage.server, ada.user.id, 'watch', { wording: 'discreet' })
    await metformin()
    await stage.at('7:40')
    const onWatch = stage.push.take().filter(({ endpoint }) => endpoint === endpointOf('watch'))
    expect(onWatch).toMatchObject([{ title: 'You have a reminder', body: '', kind: 'early', silent: true }])
  })

  it.each(['taken', 'skipped'])('end once the dose is %s anywhere; the one that is shown is replaced', async (kind) => {
    const { id } = await metformin()
    await stage.at('7:40')
    stage.push.take()
    await stage.at('7:55')
    await log(id, { kind })
    await stage.worker.pass()
    expect(stage.push.take()).toMatchObject([{ kind: 'settled', tag: GROUP, silent: true, body: 'Logged at 7:55 AM' }])
    expect(await sentUntil('10:00', '7:55')).toEqual([])
  })

  it('after follow on again when a dose is undone after its reminder', async () => {
    const { id } = await metformin()
    const before = await sentUntil('8:20')
    const undoes = await log(id)
    await sentUntil('8:40', '8:25')
    await log(id, { kind: 'undone', undoes })
    expect(await sentUntil('10:00', '8:45')).toEqual(['9:00 reminder Medication Reminder (60 min reminder)'])
    expect(before).toHaveLength(4)
  })

  it('after count from the end of a snooze', async () => {
    const { id } = await metformin({ notices: { headsUp: null, followUps: [20] } })
    await stage.at('8:00')
    stage.push.take()
    await log(id, { kind: 'snoozed', until: '2026-03-01T21:10:00.000Z' })
    expect(await sentUntil('9:00', '8:05')).toEqual([
      '8:10 reminder Medication Reminder',
      '8:15 reminder Medication Reminder (5 min reminder)',
      '8:20 reminder Medication Reminder (10 min reminder)',
      '8:30 reminder Medication Reminder (20 min reminder)',
    ])
  })

  it('after end when the next dose of the medicine comes', async () => {
    await metformin({ reminderTimes: ['08:00', '08:45'], notices: { headsUp: null, followUps: [30, 60] } })
    const sent = await sentUntil('10:30')
    expect(sent.filter((one) => one.includes('(30') || one.includes('(60'))).toEqual([
      '8:30 reminder Medication Reminder (30 min reminder)',
      '9:15 reminder Medication Reminder (30 min reminder)',
      '9:45 reminder Medication Reminder (60 min reminder)',
    ])
  })

  it.each([
    ['stopped', { stoppedAt: '2026-03-01T20:30:00.000Z' }, []],
    ['paused', { pauses: [{ from: DATE, to: null }] }, []],
    ['without them', { notices: null }, RINGS],
  ])('are none of a medicine that is %s meanwhile', async (_what, change, expected) => {
    const { id } = await metformin()
    await stage.at('7:35')
    expect((await send(ada, 'PATCH', `/api/medications/${id}`, change)).statusCode).toBe(200)
    expect(await sentUntil('10:00', '7:40')).toEqual(expected)
  })

  it('are repeated after a failure, within their time', async () => {
    await metformin()
    stage.push.answer = () => ({ kind: 'again', status: 503, retryAfter: null })
    await stage.at('7:40')
    stage.push.take()
    stage.push.answer = null
    await stage.at('7:41:10')
    expect(stage.push.take()).toMatchObject([{ kind: 'early', tag: GROUP }])
    await stage.at('7:45')
    expect(stage.push.take()).toEqual([])
  })

  it('are sent by one of several servers only', async () => {
    await metformin()
    await stage.at('7:39')
    const second = stage.another()
    stage.clock.advance(60_000)
    await Promise.all([stage.worker.pass(), second.pass()])
    expect(stage.push.take()).toHaveLength(1)
  })
})
