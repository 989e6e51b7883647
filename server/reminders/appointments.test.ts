import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toInstant } from '#domain/lib/instant.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { appointmentReminderId, appointmentTag } from '#domain/reminders/appointment-reminders.ts'
import { applyErasures } from '../erasure/erasures.ts'
import { endSubscriptions } from '../push/subscriptions.ts'
import type { SendResult } from '../push/transport.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { pushCollector } from '../testing/push-collector.ts'
import { asSubscriber, endpointOf, type ReminderFixture, reminderFixture, subscribe } from '../testing/reminders.ts'
import { pushSends, pushSubscriptions, reminderDue, reminderOccurrences, serverMeta, users } from '../testing/tables.ts'
import { addAppointment, addMedication, send } from '../testing/writes.ts'

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

/** On March 2, 2026 in Sydney, today in the fixture, at 12:00; two hours before is 10:00. */
const today = (fields = {}): Promise<Appointment> =>
  addAppointment(ada, {
    doctorName: 'Sarah Lee',
    appointmentDate: '2026-03-02',
    appointmentTime: '12:00',
    remindBefore: [120],
    ...fields,
  })
const change = async ({ id }: Appointment, body: unknown) => {
  const answer = await send(ada, 'PATCH', `/api/appointments/${id}`, body)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
}
const bodies = () => stage.push.take().map(({ body }) => body)
const due = async () => (await stage.server.db.select().from(reminderDue)).map(({ dueAt }) => dueAt.toISOString())
const outcomes = async () =>
  (await stage.server.db.select().from(pushSends).orderBy(pushSends.dueAt)).map(({ kind, outcome, attempts }) => [
    kind,
    outcome,
    attempts,
  ])
const again: SendResult = { kind: 'again', status: 503, retryAfter: null }
const IN_TWO_HOURS = 'Appointment with Sarah Lee in 2 hours, at 12:00 PM\nCity Clinic'
const TODAY = 'Appointment with Sarah Lee today at 12:00 PM\nCity Clinic'

describe('what is known to be due', () => {
  it('R7.3 comes of an appointment that was entered in time without a network, once the server hears of it', async () => {
    stage.clock.set(Date.parse('2026-03-01T23:30:00.000Z'))
    const entered = await today({ createdAt: '2026-03-01T22:00:00.000Z' })
    expect(entered).toMatchObject({
      changedAt: '2026-03-01T22:00:00.000Z',
      updatedAt: '2026-03-01T23:30:00.000Z',
    })
    await stage.at('10:30')
    expect(bodies()).toEqual([expect.stringContaining('Sarah Lee')])
  })

  it('R7.3 comes of an appointment that was moved in time without a network', async () => {
    const appointment = await today({ appointmentTime: '18:00' })
    stage.clock.set(Date.parse('2026-03-01T23:30:00.000Z'))
    await change(appointment, { appointmentTime: '12:00', editedAt: '2026-03-01T22:00:00.000Z' })
    await stage.at('10:30')
    expect(bodies()).toEqual([expect.stringContaining('Sarah Lee')])
  })

  it('R7.3 does not come when the appointment was changed after its time by anybody', async () => {
    const appointment = await today({ appointmentTime: '18:00' })
    stage.clock.set(Date.parse('2026-03-01T23:30:00.000Z'))
    await change(appointment, { notes: 'Bring the list' })
    await change(appointment, { appointmentTime: '12:00', editedAt: '2026-03-01T22:00:00.000Z' })
    await stage.at('10:31')
    expect(bodies()).toEqual([])
  })

  it('R7.2 is the next reminder of each appointment, and follows every write', async () => {
    const appointment = await today({ appointmentDate: '2026-03-04', remindBefore: [120, 1440] })
    expect(await due()).toEqual(['2026-03-03T01:00:00.000Z'])
    await change(appointment, { remindBefore: [120] })
    expect(await due()).toEqual(['2026-03-03T23:00:00.000Z'])
    await change(appointment, { appointmentTime: '13:00' })
    expect(await due()).toEqual(['2026-03-04T00:00:00.000Z'])
    await change(appointment, { remindBefore: [] })
    expect(await due()).toEqual([])
    await change(appointment, { remindBefore: [1440] })
    expect(await due()).toHaveLength(1)
    await change(appointment, { isCompleted: true })
    expect(await due()).toEqual([])
    const other = await today()
    expect(await due()).toHaveLength(1)
    await send(ada, 'DELETE', `/api/appointments/${other.id}`)
    expect(await due()).toEqual([])
  })

  it('R7.2 moves with the plan zone, and begins with the first subscription', async () => {
    const eve = await asAdult(stage.server, 'eve@example.org')
    await addAppointment(eve, {
      appointmentDate: '2026-03-04',
      appointmentTime: '12:00',
      remindBefore: [120],
    })
    expect(await due()).toEqual([])
    await subscribe(stage.server, eve.user.id, 'eve')
    expect(await due()).toEqual(['2026-03-03T23:00:00.000Z'])
    await send(eve, 'PATCH', '/api/user/profile', { timeZone: 'Australia/Perth' })
    expect(await due()).toEqual(['2026-03-04T02:00:00.000Z'])
  })

  it('R7.2 an appointment that is replayed after a restore is planned', async () => {
    const appointment = await today()
    await stage.server.db.delete(reminderDue)
    const lost = { ...appointment, id: crypto.randomUUID() }
    const calls = [
      {
        key: crypto.randomUUID(),
        method: 'PUT',
        path: `/api/appointments/${lost.id}`,
        body: lost,
        originalSeq: 7,
      },
    ]
    const answer = await ada.inject({ method: 'POST', url: '/api/batch', payload: { calls } })
    expect(answer.json().results).toMatchObject([{ status: 200 }])
    expect(await due()).toEqual(['2026-03-01T23:00:00.000Z'])
  })

  it('R2.1 R7.2 appointments of before there were reminders of them are found once', async () => {
    await today()
    await today({ doctorName: 'Without', remindBefore: [] })
    await stage.server.db.delete(reminderDue)
    await stage.server.db.update(serverMeta).set({ reminderRule: 1 })
    await stage.another().pass()
    expect(await due()).toEqual(['2026-03-01T23:00:00.000Z'])
  })
})

it('S11.8 R7.2 an appointment that is erased again after a restore is not reminded of', async () => {
  const appointment = await today()
  await stage.at('9:59:30')
  expect(await stage.server.db.select().from(reminderOccurrences)).toHaveLength(1)
  const at = toInstant(stage.clock.now())
  await applyErasures(stage.server.db, [{ kind: 'appointment', user: ada.user.id, id: appointment.id, at }])
  expect([await due(), await stage.server.db.select().from(reminderOccurrences)]).toEqual([[], []])
  await stage.at('10:00')
  expect(bodies()).toEqual([])
})

describe('sending', () => {
  it('R7.4 is one message to each device, until the appointment begins', async () => {
    const appointment = await today()
    await subscribe(stage.server, ada.user.id, 'tablet', { wording: 'discreet' })
    await stage.at('9:59')
    expect(stage.push.take()).toEqual([])
    await stage.at('10:00')
    const messages = stage.push.take()
    expect(messages).toHaveLength(2)
    expect(messages.find(({ endpoint }) => endpoint === endpointOf('phone'))).toEqual({
      endpoint: endpointOf('phone'),
      title: 'Appointment Reminder',
      body: IN_TWO_HOURS,
      tag: appointmentTag(appointment.id),
      topic: appointmentTag(appointment.id),
      navigate: 'https://dosewell.example/appointments',
      slotIds: [appointmentReminderId(appointment, 120)],
      user: ada.user.id,
      kind: 'visit',
      id: expect.stringMatching(/^[\w-]{22}$/),
      lang: 'en',
      wording: 'full',
      silent: false,
      renotify: true,
      ttl: 2 * 60 * 60,
      urgency: 'high',
    })
    expect(messages.find(({ endpoint }) => endpoint === endpointOf('tablet'))).toMatchObject({
      title: 'You have a reminder',
      body: '',
    })
    for (const time of ['10:05', '10:10', '11:00', '11:59', '12:00', '12:30']) await stage.at(time)
    expect(stage.push.take()).toEqual([])
    expect(await outcomes()).toEqual([
      ['visit', 'delivered', 0],
      ['visit', 'delivered', 0],
    ])
    expect(await stage.server.db.select().from(reminderOccurrences)).toEqual([])
    expect(await due()).toEqual([])
  })

  it('R7.4 a day before and two hours before, each once', async () => {
    const appointment = await today({ appointmentDate: '2026-03-03', remindBefore: [120, 1440] })
    await stage.at('12:00')
    await stage.at('14:00')
    await stage.at('34:00')
    await stage.at('36:00')
    expect(stage.push.take().map(({ body, tag }) => [body, tag])).toEqual([
      ['Appointment with Sarah Lee tomorrow at 12:00 PM\nCity Clinic', appointmentTag(appointment.id)],
      [IN_TWO_HOURS, appointmentTag(appointment.id)],
    ])
  })

  it('R7.4 doses of the same minute are messages of their own and keep their stages', async () => {
    await today()
    await addMedication(ada, { name: 'Metformin', dosage: '', reminderTimes: ['10:00'] })
    await stage.at('10:00')
    await stage.at('10:05')
    await stage.at('10:10')
    expect(stage.push.take().map(({ title }) => title)).toEqual([
      'Medication Reminder',
      'Appointment Reminder',
      'Medication Reminder (5 min reminder)',
      'Medication Reminder (10 min reminder)',
    ])
  })

  it('R7.3 moves with the appointment, and ends with it', async () => {
    const [moved, completed, deleted] = [
      await today(),
      await today({ doctorName: 'Completed' }),
      await today({ doctorName: 'Deleted' }),
    ]
    await stage.at('9:59:30')
    await change(moved, { appointmentTime: '12:30' })
    await change(completed, { isCompleted: true })
    await send(ada, 'DELETE', `/api/appointments/${deleted.id}`)
    await stage.at('10:00')
    expect(bodies()).toEqual([])
    await stage.at('10:30')
    expect(bodies()).toEqual(['Appointment with Sarah Lee in 2 hours, at 12:30 PM\nCity Clinic'])
  })

  it('R7.3 a reminder whose time is past when the appointment is entered or moved does not ring', async () => {
    const appointment = await today({ appointmentTime: '20:00' })
    await stage.at('10:30')
    await today({ doctorName: 'Late', remindBefore: [120, 1440] })
    await change(appointment, { appointmentTime: '12:10' })
    for (const time of ['10:31', '11:00', '12:00']) await stage.at(time)
    expect(bodies()).toEqual([])
    expect(await outcomes()).toEqual([])
  })

  it('R3.6 R7.4 nothing goes to whoever may not use health data, or has no device since before', async () => {
    await today()
    const eve = await asAdult(stage.server, 'eve@example.org')
    await addAppointment(eve, {
      appointmentDate: '2026-03-02',
      appointmentTime: '12:00',
      remindBefore: [120],
    })
    await stage.server.db
      .update(users)
      .set({ parentalConsentRequired: true, parentalConsentGiven: false, dateOfBirth: '2012-01-01' })
      .where(eq(users.id, ada.user.id))
    await stage.at('10:00')
    stage.clock.advance(60_000)
    await subscribe(stage.server, eve.user.id, 'late')
    await stage.worker.pass()
    expect(stage.push.attempts).toEqual([])
    expect(await stage.server.db.select().from(reminderOccurrences)).toEqual([])
  })

  it('R7.2 a change of the zone moves it, also back into the window', async () => {
    await today({ appointmentTime: '17:00' })
    await stage.at('9:00')
    await send(ada, 'PATCH', '/api/user/profile', { timeZone: 'Pacific/Kiritimati' })
    // 17:00 there is 14:00 in Sydney, and two hours before that is 12:00.
    await stage.at('12:00')
    expect(bodies()).toHaveLength(1)
    await send(ada, 'PATCH', '/api/user/profile', { timeZone: 'Australia/Sydney' })
    await stage.at('14:59')
    expect(bodies()).toEqual([])
    await stage.at('15:00')
    expect(bodies()).toHaveLength(1)
  })
})

describe('when something fails', () => {
  it('R7.4 a server that comes back inside the window sends, in words that are right then', async () => {
    await today()
    await stage.at('11:30')
    expect(stage.push.take()).toMatchObject([{ body: TODAY, ttl: 30 * 60 }])
    await stage.at('11:40')
    expect(bodies()).toEqual([])
  })

  it('R3.4 R7.4 one that comes back later records it as expired', async () => {
    await today()
    await stage.at('12:00')
    await stage.at('12:01')
    expect(bodies()).toEqual([])
    expect(await outcomes()).toEqual([['visit', 'expired', 0]])
    expect(await stage.server.db.select().from(reminderOccurrences)).toEqual([])
  })

  it('R3.3 R7.4 what a push service does not take is tried again as long as it is of use', async () => {
    await today()
    stage.push.answer = () => again
    for (const time of ['10:00', '10:00:05', '10:00:15', '11:20']) await stage.at(time)
    expect(stage.push.attempts).toHaveLength(4)
    stage.push.answer = null
    await stage.at('11:59')
    expect(bodies()).toEqual([TODAY])
    expect(await outcomes()).toEqual([['visit', 'delivered', 4]])
  })

  it('R3.3 R7.4 without success until the appointment begins it has failed', async () => {
    await today()
    stage.push.answer = () => again
    for (const time of ['10:00', '10:30', '11:59', '12:00', '12:01']) await stage.at(time)
    expect(stage.push.attempts).toHaveLength(3)
    expect(await outcomes()).toEqual([['visit', 'failed', 3]])
    expect(await stage.server.db.select().from(reminderOccurrences)).toEqual([])
  })

  it('R3.3 R7.3 nothing is tried again once the appointment is off', async () => {
    const appointment = await today()
    stage.push.answer = () => again
    await stage.at('10:00')
    stage.push.answer = null
    await change(appointment, { isCompleted: true })
    await stage.at('10:05')
    await stage.at('10:06')
    expect(stage.push.attempts).toHaveLength(1)
    expect(await outcomes()).toEqual([['visit', 'failed', 1]])
  })

  it('R3.3 R4.3 R7.4 what waits for a device that ended is over at once, and the other devices keep theirs', async () => {
    await today()
    await subscribe(stage.server, ada.user.id, 'tablet')
    stage.push.answer = () => again
    await stage.at('10:00')
    await endSubscriptions(stage.server.db, eq(pushSubscriptions.endpoint, endpointOf('tablet')))
    await stage.at('10:05')
    expect((await outcomes()).sort()).toEqual([
      ['visit', 'failed', 1],
      ['visit', 'pending', 2],
    ])
    stage.push.answer = null
    await stage.at('10:10')
    expect(stage.push.take()).toMatchObject([{ endpoint: endpointOf('phone') }])
  })

  it('R3.1 R4.3 R7.4 what is on its way to a device that ended gets its own outcome', async () => {
    await today()
    await subscribe(stage.server, ada.user.id, 'tablet')
    const answers: ((result: SendResult) => void)[] = []
    stage.push.answer = (endpoint) =>
      endpoint === endpointOf('tablet') ? new Promise((resolve) => answers.push(resolve)) : again
    stage.clock.set('2026-03-01T23:00:00.000Z')
    const pass = stage.worker.pass()
    await expect.poll(() => stage.push.attempts).toHaveLength(2)
    await endSubscriptions(stage.server.db, eq(pushSubscriptions.endpoint, endpointOf('tablet')))
    await stage.server.db.update(reminderOccurrences).set({ lookAt: new Date(stage.clock.now()) })
    await stage.another(pushCollector()).pass()
    for (const answer of answers) answer({ kind: 'delivered', status: 201, retryAfter: null })
    await pass
    expect((await outcomes()).sort()).toEqual([
      ['visit', 'delivered', 0],
      ['visit', 'pending', 1],
    ])
  })

  it('R3.3 R7.2 nothing is tried again of a reminder that a change of the zone put off', async () => {
    await today({ appointmentTime: '17:00' })
    await send(ada, 'PATCH', '/api/user/profile', { timeZone: 'Pacific/Kiritimati' })
    stage.push.answer = () => again
    await stage.at('12:00')
    await send(ada, 'PATCH', '/api/user/profile', { timeZone: 'Australia/Sydney' })
    stage.push.answer = null
    await stage.at('12:05')
    expect(await outcomes()).toEqual([['visit', 'failed', 1]])
    await stage.at('15:00')
    expect(stage.push.attempts).toHaveLength(2)
  })

  it('R3.1 R7.4 servers that work at the same time send it once; what a dead one claimed goes out after its time', async () => {
    await today()
    stage.clock.set('2026-03-01T23:00:00.000Z')
    stage.push.answer = () => new Promise(() => {})
    void stage.worker.pass()
    await expect.poll(() => stage.push.attempts).toHaveLength(1)
    const pushes = [pushCollector(), pushCollector(), pushCollector()]
    const others = pushes.map((push) => stage.another(push))
    const all = async () => {
      await Promise.all(others.map((worker) => worker.pass()))
      return pushes.flatMap(({ messages }) => messages)
    }
    stage.clock.advance(59_000)
    expect(await all()).toEqual([])
    stage.clock.advance(1_000)
    await all()
    await all()
    expect(await all()).toMatchObject([{ body: IN_TWO_HOURS }])
  })
})
