// On both databases: which plans count from the log is asked of jsonb.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlanSlot } from '#domain/protocol/reminders.ts'
import type { Person } from '../testing/people.ts'
import { asSubscriber, type ReminderFixture, reminderFixture } from '../testing/reminders.ts'
import { reminderDue, reminderOccurrences } from '../testing/tables.ts'
import { addMedication, doseBody, type Json, medicationBody, send } from '../testing/writes.ts'

let stage: ReminderFixture
let ada: Person
beforeEach(async () => {
  stage = await reminderFixture()
  ada = await asSubscriber(stage)
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  expect(stage.setAside).toEqual([])
  await stage.server.close()
})

const PLAN = { schedule: { kind: 'after-taken', every: { hours: 8 }, first: '2026-03-02T08:00' }, reminderTimes: [] }

/** Returns the index as times of Sydney's March 2. */
const due = async () =>
  (await stage.server.db.select().from(reminderDue)).map(({ dueAt }) =>
    dueAt.toLocaleString('sv-SE', { timeZone: 'Australia/Sydney' }).slice(5, 16),
  )
const instantAt = (time: string) => new Date(`2026-03-02T${time}:00+11:00`).toISOString()
const log = async (id: string, slot: string | undefined, time: string, fields: Json = {}) => {
  const body = doseBody(id, { slot: slot && `2026-03-02 ${slot}`, at: instantAt(time), ...fields })
  expect((await send(ada, 'POST', '/api/doses', body)).statusCode).toBe(201)
  return body
}
const pushed = () => stage.push.take().map(({ body }) => body)
const plan = async () => {
  const answer = await ada.inject('/api/plan?from=2026-03-01&to=2026-03-04')
  return answer.json<{ slots: PlanSlot[] }>().slots.map(({ date, time, state }) => `${date.slice(5)} ${time} ${state}`)
}

describe('a medication that counts from the last dose', () => {
  it('R2.1 R2.2 is announced at its first dose, and then as long after it as was taken', async () => {
    const { id } = await addMedication(ada, PLAN)
    expect(await due()).toEqual(['03-02 08:00'])
    await stage.at('8:00')
    expect(pushed()).toHaveLength(1)
    expect(await due()).toEqual([])
    stage.clock.set(instantAt('09:10'))
    await log(id, '08:00', '09:10')
    expect(await due()).toEqual(['03-02 17:10'])
    await stage.at('16:00')
    expect(pushed()).toEqual([])
    await stage.at('17:10')
    expect(pushed()).toEqual([expect.stringContaining('5:10 PM')])
    expect(await plan()).toEqual(['03-02 08:00 taken', '03-02 17:10 due'])
  })

  it('R2.1 moves with a dose that was not planned, and back when it is undone', async () => {
    const { id } = await addMedication(ada, PLAN)
    await stage.at('8:20')
    await log(id, '08:00', '07:00')
    expect(await due()).toEqual(['03-02 15:00'])
    const extra = await log(id, undefined, '12:00')
    expect(await due()).toEqual(['03-02 20:00'])
    await log(id, undefined, '12:05', { kind: 'undone', undoes: extra.id })
    expect(await due()).toEqual(['03-02 15:00'])
    const set = [doseBody(id, { at: instantAt('13:00') }), doseBody(id, { at: instantAt('13:30') })]
    const calls = set.map((body) => ({ key: crypto.randomUUID(), method: 'POST', path: '/api/doses', body }))
    expect((await ada.inject({ method: 'POST', url: '/api/batch', payload: { calls } })).statusCode).toBe(200)
    expect(await due()).toEqual(['03-02 21:30'])
  })

  it('R2.3 rings no more at the time that a dose beside the plan has moved', async () => {
    const { id } = await addMedication(ada, PLAN)
    await stage.at('7:59:30')
    expect(await stage.server.db.$count(reminderOccurrences)).toBe(1)
    await log(id, undefined, '07:59')
    for (const time of ['8:00', '8:05', '8:10']) await stage.at(time)
    expect(pushed()).toEqual([])
    await stage.at('15:59')
    expect(pushed()).toHaveLength(1)
  })

  it.each<[string, string, Json]>([
    ['moved to', '07:30', { movedTo: '07:30' }],
    ['snoozed to', '08:40', {}],
  ])('R1.9 R2.2 rings at the time it was %s, also when it was gone for a while', async (_what, time, fields) => {
    const { id } = await addMedication(ada, PLAN)
    await stage.at('7:10')
    await log(id, '08:00', '07:10', { kind: 'snoozed', until: instantAt(time), ...fields })
    const extra = await log(id, undefined, '07:11')
    await stage.at(fields.movedTo ? '7:20' : '8:20')
    await log(id, undefined, '07:20', { kind: 'undone', undoes: extra.id })
    expect(pushed()).toEqual([])
    await stage.at(time)
    expect(pushed()).toHaveLength(1)
  })

  it('R2.1 counts on after an edit, in another zone and with a new device', async () => {
    const { id } = await addMedication(ada, PLAN)
    await stage.at('8:20')
    pushed()
    await log(id, '08:00', '07:00')
    const schedule = { ...PLAN.schedule, every: { hours: 6 } }
    expect((await send(ada, 'PATCH', `/api/medications/${id}`, { schedule })).statusCode).toBe(200)
    expect(await due()).toEqual(['03-02 13:00'])
    expect((await send(ada, 'PATCH', '/api/user/profile', { timeZone: 'Australia/Perth' })).statusCode).toBe(200)
    // There it is 8:00 then, for a second time: R1.4.
    await stage.at('11:00')
    expect(pushed()).toEqual([])
    expect(await due()).toEqual(['03-02 13:00'])
  })

  it('stays open until it is logged, as late as that may be', async () => {
    const { id } = await addMedication(ada, PLAN)
    stage.clock.set('2026-03-06T00:00:00.000Z')
    expect(await plan()).toEqual(['03-02 08:00 late'])
    await send(ada, 'PATCH', `/api/medications/${id}`, { stoppedAt: '2026-03-05T00:00:00.000Z' })
    expect(await plan()).toEqual(['03-02 08:00 missed'])
  })

  it('is listed by the calls of the specification', async () => {
    await addMedication(ada, PLAN)
    await stage.at('8:03')
    expect((await ada.inject('/api/reminders/due-now?hours=8&minutes=3')).json()).toMatchObject([
      { reminderTime: '08:00' },
    ])
    expect((await ada.inject('/api/reminders/upcoming')).json()).toMatchObject([{ time: '08:00' }])
  })

  it.each([
    ['both hours and days', { every: { hours: 8, days: 1 } }, 'schedule.every', 'either hours or days'],
    ['neither', { every: {} }, 'schedule.every', 'either hours or days'],
    ['a third of an hour', { every: { hours: 1.3 } }, 'schedule.every.hours', 'whole or half hours'],
    ['73 hours', { every: { hours: 73 } }, 'schedule.every.hours', ''],
    ['no day', { every: { days: 0 } }, 'schedule.every.days', ''],
    ['no first dose', { first: '8:00' }, 'schedule.first', ''],
  ])('refuses %s, and names the field and the rule', async (_what, fields, field, rule) => {
    const schedule = { ...PLAN.schedule, ...fields }
    const answer = await send(ada, 'POST', '/api/medications', medicationBody({ ...PLAN, schedule }))
    expect([answer.statusCode, answer.json().field]).toEqual([400, field])
    expect(answer.json().error).toContain(rule)
  })

  it('has no reminder times', async () => {
    const answer = await send(ada, 'POST', '/api/medications', medicationBody({ ...PLAN, reminderTimes: ['08:00'] }))
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'reminderTimes'])
  })
})
