import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlanSlot } from '#domain/protocol/reminders.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { asSubscriber, type ReminderFixture, reminderFixture, subscribe } from '../testing/reminders.ts'
import { pushSends } from '../testing/tables.ts'
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

/** Sydney is 11 hours ahead of UTC. */
const iso = (time: string) => new Date(`${DATE}T${time}:00+11:00`).toISOString()
const medicine = (fields = {}) =>
  addMedication(ada, { name: 'Metformin', dosage: '', reminderTimes: ['08:00'], ...fields })

const logged = async (id: string, fields: Record<string, unknown>) => {
  const now = new Date(stage.clock.now()).toISOString()
  const body = doseBody(id, { slot: `${DATE} 08:00`, at: now, loggedAt: now, ...fields })
  const answer = await send(ada, 'POST', '/api/doses', body)
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  return body.id as string
}
const move = (id: string, to: string, fields = {}) =>
  logged(id, { kind: 'snoozed', until: iso(to), movedTo: to, ...fields })

const edit = async (id: string, fields: Record<string, unknown>) =>
  expect((await send(ada, 'PATCH', `/api/medications/${id}`, fields)).statusCode).toBe(200)

async function sentUntil(end: string, from: string): Promise<string[]> {
  const minutesOf = (time: string) => Number(time.split(':')[0]) * 60 + Number(time.split(':')[1])
  const sent: string[] = []
  for (let minutes = minutesOf(from); minutes <= minutesOf(end); minutes += 5) {
    const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
    await stage.at(time)
    for (const { body } of stage.push.take()) sent.push(`${time} ${body}`)
  }
  return sent
}

const TEN = 'Time to take Metformin at 10:00 AM'
const AT_EIGHT = 'Time to take Metformin at 8:00 AM'
const AT_TEN = [`10:00 ${TEN}`, `10:05 ${TEN}`, `10:10 ${TEN}`]

describe('R1.9 the pushes of a dose that was moved', () => {
  it('come at its new time, in its words, and none at the old one', async () => {
    const { id } = await medicine()
    await stage.at('7:30')
    await move(id, '10:00')
    expect(await sentUntil('10:30', '7:30')).toEqual(AT_TEN)
  })

  it('stop at once when it is moved while it rings, and come at its new time', async () => {
    const { id } = await medicine()
    await stage.at('8:00')
    expect(stage.push.take()).toHaveLength(1)
    await move(id, '10:00')
    expect(await sentUntil('10:30', '8:00')).toEqual(AT_TEN)
  })

  it('come at an earlier time too', async () => {
    const { id } = await medicine({ reminderTimes: ['20:00'] })
    await stage.at('9:00')
    await move(id, '10:00', { slot: `${DATE} 20:00` })
    expect(await sentUntil('10:30', '9:00')).toEqual(AT_TEN)
    expect(await sentUntil('20:30', '19:30')).toEqual([])
    // Nor are its stages recorded a second time when its planned time comes, as not sent.
    const sends = await stage.server.db.select().from(pushSends)
    expect(sends.map(({ stage, outcome }) => [stage, outcome]).sort()).toEqual([
      [0, 'delivered'],
      [10, 'delivered'],
      [5, 'delivered'],
    ])
  })

  it('go on at the old time when the move is undone, also where it moved it to the instant of a stage', async () => {
    const { id } = await medicine()
    await stage.at('8:00')
    stage.push.take()
    stage.clock.set(iso('08:02'))
    const moved = await move(id, '08:10')
    expect(await sentUntil('8:10', '8:05')).toEqual(['8:10 Time to take Metformin at 8:10 AM'])
    await stage.at('8:11')
    await logged(id, { kind: 'undone', undoes: moved })
    await stage.at('8:11')
    expect(stage.push.take().map(({ body }) => body)).toEqual([expect.stringContaining('8:00 AM')])
  })

  it('R2.2 come at an earlier time also where an edit took the dose away for a while', async () => {
    const { id } = await medicine({ reminderTimes: ['20:00'] })
    await addMedication(ada, { name: 'Ramipril', dosage: '', reminderTimes: ['09:30'] })
    await stage.at('9:00')
    await move(id, '10:00', { slot: `${DATE} 20:00` })
    await edit(id, { reminderTimes: ['21:00'] })
    await stage.at('9:30')
    expect(stage.push.take()).toHaveLength(1)
    await edit(id, { reminderTimes: ['20:00'] })
    expect((await sentUntil('10:10', '9:50')).filter((text) => text.endsWith(TEN))).toEqual(AT_TEN)
    expect(await sentUntil('20:30', '19:30')).toEqual([])
  })

  it('R2.2 come at the end of a snooze also where the medication was stopped for a while', async () => {
    const { id } = await medicine()
    await addMedication(ada, { name: 'Ramipril', dosage: '', reminderTimes: ['08:20'] })
    await stage.at('8:00')
    await logged(id, { kind: 'snoozed', until: iso('09:00') })
    await edit(id, { stoppedAt: iso('08:00') })
    await stage.at('8:20')
    await edit(id, { stoppedAt: null })
    stage.push.take()
    expect(await sentUntil('9:10', '8:55')).toEqual(['9:00', '9:05', '9:10'].map((time) => `${time} ${AT_EIGHT}`))
  })

  it('R1.9 R2.2 come to the first device where it is subscribed between the move and the new time', async () => {
    ada = await asAdult(stage.server, 'eve@example.org')
    const { id } = await medicine({ reminderTimes: ['20:00', '21:00'] })
    await stage.at('9:00')
    await move(id, '10:00', { slot: `${DATE} 20:00` })
    // Of this one the first two stages are over by then.
    await move(id, '09:30', { slot: `${DATE} 21:00` })
    await stage.at('9:36')
    await subscribe(stage.server, ada.user.id, 'new')
    expect(await sentUntil('10:10', '9:40')).toEqual(AT_TEN)
  })

  it.each([
    ['hours', '11:00', '11:05'],
    ['45 minutes', '8:40', '8:45'],
  ])('R3.4 are recorded once where a dose is moved and moved back %s after it rang', async (_what, from, back) => {
    const { id } = await medicine()
    expect(await sentUntil('8:30', '8:00')).toHaveLength(3)
    await stage.at(from)
    const undoes = await move(id, '14:00')
    await stage.at(back)
    await logged(id, { kind: 'undone', undoes })
    expect(await sentUntil('14:30', back)).toEqual([])
    const sends = await stage.server.db.select().from(pushSends)
    expect(sends.map((one) => [one.stage, one.outcome]).sort()).toEqual([
      [0, 'delivered'],
      [10, 'delivered'],
      [5, 'delivered'],
    ])
  })

  it('have its extra notices around its new time', async () => {
    const { id } = await medicine({ notices: { headsUp: 30, followUps: [20] } })
    await stage.at('7:10')
    await move(id, '10:00')
    const early = '9:30 Metformin at 10:00 AM'
    expect(await sentUntil('11:00', '7:10')).toEqual([early, ...AT_TEN, `10:20 ${TEN}`])
  })

  it('are one message with those of its new minute', async () => {
    const { id } = await medicine()
    await addMedication(ada, { name: 'Ramipril', dosage: '', reminderTimes: ['10:00'] })
    await stage.at('7:30')
    await move(id, '10:00')
    await stage.at('10:00')
    const [message, ...others] = stage.push.take()
    expect(others).toEqual([])
    expect(message?.body.split('\n').sort()).toEqual([TEN, 'Time to take Ramipril at 10:00 AM'])
    expect(message?.tag).toBe(`at:${DATE}T10:00`)
  })

  it('S4.8 are those of the move entered last, in whatever order devices send them', async () => {
    const { id } = await medicine()
    await stage.at('7:30')
    await move(id, '10:00', { loggedAt: iso('07:20') })
    await move(id, '09:00', { loggedAt: iso('07:10') })
    expect(await sentUntil('10:30', '7:30')).toEqual(AT_TEN)
  })

  it('R3.4 are recorded once where a dose rang at the time it was moved to, and is moved on and back', async () => {
    const { id } = await medicine()
    await stage.at('7:30')
    await move(id, '10:00')
    expect(await sentUntil('10:30', '7:30')).toHaveLength(3)
    await stage.at('13:00')
    const undoes = await move(id, '14:00')
    await stage.at('13:05')
    await logged(id, { kind: 'undone', undoes })
    expect(await sentUntil('14:30', '13:05')).toEqual([])
    const sends = await stage.server.db.select().from(pushSends)
    expect(sends.map((one) => [one.stage, one.outcome]).sort()).toEqual([
      [0, 'delivered'],
      [10, 'delivered'],
      [5, 'delivered'],
    ])
  })

  it('R3.4 are recorded once where a dose is moved hours after it rang, rings there, and is moved back', async () => {
    const { id } = await medicine()
    expect(await sentUntil('8:30', '8:00')).toHaveLength(3)
    await stage.at('11:00')
    const undoes = await move(id, '11:05')
    expect(await sentUntil('11:05', '11:05')).toHaveLength(1)
    await stage.at('11:07')
    await logged(id, { kind: 'undone', undoes })
    expect(await sentUntil('11:30', '11:10')).toEqual([])
    const sends = await stage.server.db.select().from(pushSends)
    expect(sends.map((one) => [one.stage, one.outcome]).sort()).toEqual([
      [0, 'delivered'],
      [0, 'delivered'],
      [10, 'delivered'],
      [5, 'delivered'],
    ])
  })

  it('are back when the move is undone', async () => {
    const { id } = await medicine()
    await stage.at('7:30')
    const undoes = await move(id, '10:00')
    await stage.at('7:40')
    await logged(id, { kind: 'undone', undoes })
    expect(await sentUntil('10:30', '7:45')).toEqual(
      ['8:00', '8:05', '8:10'].map((time) => `${time} ${TEN.replace('10', '8')}`),
    )
  })

  it('end when it is logged; a move that comes after that rings nothing', async () => {
    const { id } = await medicine()
    await stage.at('7:30')
    await logged(id, { kind: 'taken' })
    await stage.at('7:40')
    await move(id, '10:00')
    expect(await sentUntil('10:30', '7:45')).toEqual([])
  })
})

describe('R1.9 what the server answers about a dose that was moved', () => {
  const slots = async (): Promise<PlanSlot[]> => (await ada.inject(`/api/plan?from=${DATE}&to=${DATE}`)).json().slots
  const dueAt = async (hours: number, minutes: number) =>
    (await ada.inject(`/api/reminders/due-now?hours=${hours}&minutes=${minutes}`)).json()

  it('has its id and planned time, and the instant of its new one', async () => {
    const { id } = await medicine()
    await stage.at('7:30')
    const [before] = await slots()
    await move(id, '10:00')
    expect(await slots()).toEqual([{ ...before, at: iso('10:00'), state: 'upcoming' }])
    await stage.at('10:20')
    expect(await slots()).toMatchObject([{ state: 'late', time: '08:00', at: iso('10:00') }])
    await logged(id, { kind: 'taken' })
    expect(await slots()).toMatchObject([{ state: 'taken', at: iso('10:00') }])
  })

  it('is due at its new time only, and listed with it', async () => {
    const { id } = await medicine()
    await stage.at('7:30')
    const [before] = (await ada.inject('/api/reminders/upcoming')).json()
    await move(id, '10:00')
    expect((await ada.inject('/api/reminders/upcoming')).json()).toEqual([{ ...before, time: '10:00' }])
    await stage.at('8:05')
    expect(await dueAt(8, 5)).toEqual([])
    await stage.at('10:05')
    expect(await dueAt(10, 5)).toMatchObject([{ id: before.id, reminderTime: '10:00' }])
  })

  it.each([
    ['no time of day', { movedTo: '24:00' }, 'movedTo'],
    ['a move of a dose taken', { kind: 'taken', until: null, movedTo: '10:00' }, 'movedTo'],
    ['a move without its instant', { until: null, movedTo: '10:00' }, 'until'],
  ])('refuses %s with 400 that names the field', async (_what, fields, field) => {
    const { id } = await medicine()
    const body = doseBody(id, { slot: `${DATE} 08:00`, kind: 'snoozed', until: iso('10:00'), ...fields })
    const answer = await send(ada, 'POST', '/api/doses', body)
    expect([answer.statusCode, answer.json().field]).toEqual([400, field])
  })

  it('gives the move back in the log, as rows and as columns', async () => {
    const { id } = await medicine()
    await move(id, '10:00')
    expect((await ada.inject('/api/doses?since=0')).json().events).toMatchObject([
      { kind: 'snoozed', movedTo: '10:00' },
    ])
    const { columns } = (await ada.inject('/api/doses?since=0&form=columns')).json()
    expect(columns.deeds).toMatchObject([{ kind: 'snoozed', movedTo: '10:00' }])
  })
})
