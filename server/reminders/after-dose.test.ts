// On both databases: which plans follow a medication is asked of jsonb.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlanSlot } from '#domain/protocol/reminders.ts'
import { exportOf, importInto } from '../testing/exports.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { asSubscriber, type ReminderFixture, reminderFixture } from '../testing/reminders.ts'
import { reminderDue } from '../testing/tables.ts'
import { addMedication, doseBody, type Json, list, medicationBody, send } from '../testing/writes.ts'

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

const AS_NEEDED = { schedule: { kind: 'as-needed' }, reminderTimes: [] }
const planAfter = (medicationId: string, minutes = 30) => ({
  schedule: { kind: 'after-dose', medicationId, minutes },
  reminderTimes: [],
})

const due = async () =>
  (await stage.server.db.select().from(reminderDue)).map(({ dueAt }) =>
    dueAt.toLocaleString('sv-SE', { timeZone: 'Australia/Sydney' }).slice(5, 16),
  )
/** `24:05` is five minutes into March 3. */
const instantAt = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(Date.parse('2026-03-02T00:00:00+11:00') + (hours * 60 + minutes) * 60_000).toISOString()
}
const log = async (id: string, time: string, fields: Json & { slot?: string } = {}) => {
  const body = doseBody(id, { at: instantAt(time), ...fields })
  expect((await send(ada, 'POST', '/api/doses', body)).statusCode).toBe(201)
  return body
}
const pushed = () => stage.push.take().map(({ body }) => body)
const plan = async (person = ada) => {
  const answer = await person.inject('/api/plan?from=2026-03-01&to=2026-03-04')
  return answer.json<{ slots: PlanSlot[] }>().slots.map(({ date, time, state }) => `${date.slice(5)} ${time} ${state}`)
}

describe('a medication that follows another one', () => {
  it('R2.1 R2.2 is announced that long after each dose of the other, and no more once that is undone', async () => {
    const other = await addMedication(ada, AS_NEEDED)
    await addMedication(ada, planAfter(other.id))
    expect(await due()).toEqual([])
    await stage.at('8:00')
    const taken = await log(other.id, '08:00')
    expect(await due()).toEqual(['03-02 08:30'])
    const more = await log(other.id, '08:20')
    await log(other.id, '08:20')
    expect(await plan()).toEqual(['03-02 08:30 upcoming', '03-02 08:50 upcoming'])
    await stage.at('8:30')
    expect(pushed()).toEqual([expect.stringContaining('8:30 AM')])
    expect(await due()).toEqual(['03-02 08:50'])
    await log(other.id, '08:31', { kind: 'undone', undoes: taken.id })
    for (const time of ['8:35', '8:40']) await stage.at(time)
    expect(pushed()).toEqual([])
    expect(await plan()).toEqual(['03-02 08:50 upcoming'])
    await log(other.id, '08:41', { kind: 'undone', undoes: more.id })
    expect(await due()).toEqual(['03-02 08:50'])
    await stage.at('8:50')
    expect(pushed()).toHaveLength(1)
  })

  it('R2.2 is announced where the dose of the other was logged late, and listed by the calls of the specification', async () => {
    const other = await addMedication(ada, AS_NEEDED)
    const { id } = await addMedication(ada, planAfter(other.id))
    await stage.at('8:33')
    await log(other.id, '08:00')
    await stage.at('8:33')
    expect(pushed()).toHaveLength(1)
    expect((await ada.inject('/api/reminders/due-now?hours=8&minutes=33')).json()).toMatchObject([
      { reminderTime: '08:30', medication: { id } },
    ])
    expect((await ada.inject('/api/reminders/upcoming')).json()).toMatchObject([{ time: '08:30', medicationId: id }])
    await log(id, '08:34', { slot: '2026-03-02 08:30' })
    expect(await plan()).toEqual(['03-02 08:30 taken'])
    for (const time of ['8:35', '8:40']) await stage.at(time)
    expect(stage.push.take().filter(({ kind }) => kind !== 'settled')).toEqual([])
  })

  it('R1.5 is not announced again when the time of the other is corrected after it was taken', async () => {
    const other = await addMedication(ada, { reminderTimes: ['08:00'] })
    const { id } = await addMedication(ada, planAfter(other.id))
    await stage.at('8:10')
    const slot = '2026-03-02 08:00'
    const taken = await log(other.id, '08:10', { slot })
    await stage.at('8:40')
    await log(id, '08:41', { slot: '2026-03-02 08:40' })
    await log(other.id, '08:42', { slot, kind: 'undone', undoes: taken.id })
    await log(other.id, '08:20', { slot })
    pushed()
    for (const time of ['8:45', '8:50', '8:55', '9:00']) await stage.at(time)
    expect(stage.push.take().filter(({ kind }) => kind !== 'settled')).toEqual([])
    expect((await plan()).filter((line) => line.startsWith('03-02 08'))).toEqual([
      '03-02 08:00 taken',
      '03-02 08:40 taken',
    ])
  })

  it.each([
    ['into the day before', { taken: '23:31', slot: '2026-03-03 00:01', own: '24:01' }, '23:29', '2026-03-02 23:59'],
    ['into the next day', { taken: '23:26', slot: '2026-03-02 23:56', own: '24:01' }, '23:32', '2026-03-03 00:02'],
  ])('R1.5 nor when the correction moves it %s', async (_where, before, corrected, becomes) => {
    const other = await addMedication(ada, { reminderTimes: ['23:30'] })
    const { id } = await addMedication(ada, planAfter(other.id))
    const slot = '2026-03-02 23:30'
    await stage.at(before.taken)
    const taken = await log(other.id, before.taken, { slot })
    await stage.at('24:00')
    await stage.at('24:01')
    await log(id, before.own, { slot: before.slot })
    await log(other.id, '24:02', { slot, kind: 'undone', undoes: taken.id })
    await log(other.id, corrected, { slot })
    pushed()
    for (const time of ['24:02', '24:04', '24:07', '24:09', '24:12']) await stage.at(time)
    expect(stage.push.take().filter(({ kind }) => kind !== 'settled')).toEqual([])
    const [date, time] = becomes.split(' ')
    const answer = await ada.inject(`/api/plan?from=${date}&to=${date}`)
    expect(answer.json<{ slots: PlanSlot[] }>().slots.filter((dose) => dose.time === time)).toEqual([])
    expect((await ada.inject('/api/reminders/due-now?hours=0&minutes=2')).json()).toEqual([])
  })

  it.each([
    ['taken', 'Australia/Perth', '05:40'],
    ['skipped', 'Australia/Perth', '05:40'],
    ['taken on another date', 'Pacific/Honolulu', '11:40'],
  ])('R1.4 is not announced again after a journey: %s', async (how, timeZone, time) => {
    const other = await addMedication(ada, AS_NEEDED)
    const { id } = await addMedication(ada, planAfter(other.id))
    await stage.at('8:10')
    await log(other.id, '08:10')
    await stage.at('8:40')
    const { snapshot, ...body } = doseBody(id, { at: instantAt('08:41'), slot: '2026-03-02 08:40' })
    const logged = { ...body, snapshot: { ...(snapshot as object), plannedAt: instantAt('08:40') } }
    const kind = how === 'skipped' ? 'skipped' : 'taken'
    expect((await send(ada, 'POST', '/api/doses', { ...logged, kind })).statusCode).toBe(201)
    expect((await send(ada, 'PATCH', '/api/user/profile', { timeZone })).statusCode).toBe(200)
    pushed()
    for (const at of ['8:42', '8:45', '8:50', '8:55', '9:00', '10:00']) await stage.at(at)
    expect(stage.push.take().filter((push) => push.kind !== 'settled')).toEqual([])
    expect((await plan()).filter((line) => line.includes(time))).toEqual([])
    const [hours, minutes] = time.split(':').map(Number)
    expect((await ada.inject(`/api/reminders/due-now?hours=${hours}&minutes=${minutes}`)).json()).toEqual([])
  })

  it('R2.2 is announced again when a device takes it back that has not heard of the new plan zone', async () => {
    const other = await addMedication(ada, AS_NEEDED)
    const { id } = await addMedication(ada, planAfter(other.id))
    await stage.at('8:10')
    await log(other.id, '08:10')
    expect((await send(ada, 'PATCH', '/api/user/profile', { timeZone: 'Australia/Perth' })).statusCode).toBe(200)
    await stage.at('8:35')
    const { snapshot, ...body }: Json = doseBody(id, { at: instantAt('08:35'), slot: '2026-03-02 08:40' })
    const taken = { ...body, snapshot: { ...(snapshot as object), plannedAt: instantAt('08:40') } }
    expect((await send(ada, 'POST', '/api/doses', taken)).statusCode).toBe(201)
    for (const time of ['8:40', '8:41']) await stage.at(time)
    expect(pushed()).toEqual([])
    const undone = { ...taken, id: randomUUID(), at: instantAt('08:42'), kind: 'undone', undoes: body.id }
    expect((await send(ada, 'POST', '/api/doses', undone)).statusCode).toBe(201)
    for (const time of ['8:42', '8:45']) await stage.at(time)
    expect(pushed()).toEqual([expect.stringContaining('5:40 AM'), expect.stringContaining('5:40 AM')])
  })

  it('R2.1 counts on after an edit, with a new device, and by its own plan zone', async () => {
    const other = await addMedication(ada, AS_NEEDED)
    const { id } = await addMedication(ada, planAfter(other.id))
    await stage.at('8:20')
    await log(other.id, '08:10')
    expect((await send(ada, 'PATCH', `/api/medications/${id}`, planAfter(other.id, 60))).statusCode).toBe(200)
    expect(await due()).toEqual(['03-02 09:10'])
    expect((await send(ada, 'PATCH', '/api/user/profile', { timeZone: 'Australia/Perth' })).statusCode).toBe(200)
    expect(await due()).toEqual(['03-02 09:10'])
    expect(await plan()).toEqual(['03-02 06:10 upcoming'])
  })

  it('has no doses once the other is deleted, and can still be edited', async () => {
    const other = await addMedication(ada, AS_NEEDED)
    const { id } = await addMedication(ada, planAfter(other.id))
    await stage.at('8:20')
    await log(other.id, '08:10')
    expect((await send(ada, 'DELETE', `/api/medications/${other.id}`)).statusCode).toBe(200)
    expect(await plan()).toEqual([])
    await stage.at('8:40')
    expect(pushed()).toEqual([])
    expect((await send(ada, 'PATCH', `/api/medications/${id}`, planAfter(other.id, 60))).statusCode).toBe(200)
  })

  it('R6.4 has its mail waiting from its planned time on if it is important', async () => {
    const other = await addMedication(ada, AS_NEEDED)
    await addMedication(ada, { ...planAfter(other.id), important: true })
    await stage.at('8:00')
    await log(other.id, '08:00')
    await stage.at('8:30')
    expect(await stage.server.db.execute('select outcome from reminder_mails')).toMatchObject({
      rows: [{ outcome: 'waiting' }],
    })
  })

  it('is imported with the id that the other has there', async () => {
    const other = await addMedication(ada, AS_NEEDED)
    await addMedication(ada, planAfter(other.id))
    await stage.at('8:00')
    await log(other.id, '08:00')
    const exported = await exportOf(ada)
    const bea = await asAdult(stage.server, `${randomUUID()}@example.org`)
    expect((await importInto(bea, exported)).statusCode).toBe(200)
    const records = await list(bea)
    const followed = records.find(({ schedule }) => schedule.kind === 'as-needed')
    const following = records.find(({ schedule }) => schedule.kind === 'after-dose')
    expect(followed?.id).not.toBe(other.id)
    expect(following?.schedule).toMatchObject({ medicationId: followed?.id, minutes: 30 })
    expect(following?.versions).toMatchObject([{ schedule: { medicationId: followed?.id } }])
    expect(await plan(bea)).toHaveLength(1)
    expect((await importInto(bea, exported)).json()).toMatchObject({ medications: { added: 0, there: 2 } })
  })

  it.each([
    ['no minutes', { minutes: 0 }, 'schedule.minutes'],
    ['more than a day', { minutes: 1441 }, 'schedule.minutes'],
    ['half a minute', { minutes: 0.5 }, 'schedule.minutes'],
    ['what is no id', { medicationId: 'x' }, 'schedule.medicationId'],
    ['one thing more', { first: '2026-03-02T08:00' }, 'schedule'],
  ])('refuses %s, and names the field', async (_what, fields, field) => {
    const schedule = { ...planAfter(randomUUID()).schedule, ...fields }
    const answer = await send(ada, 'POST', '/api/medications', medicationBody({ schedule, reminderTimes: [] }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().field).toContain(field)
  })

  it('refuses reminder times, and a step of a taper that follows another', async () => {
    const { id } = await addMedication(ada, AS_NEEDED)
    const body = medicationBody({ ...planAfter(id), reminderTimes: ['08:00'] })
    expect((await send(ada, 'POST', '/api/medications', body)).json().field).toBe('reminderTimes')
    const steps = [{ days: null, ...planAfter(id) }]
    const taper = { schedule: { kind: 'phases', steps }, reminderTimes: [], startDate: '2026-03-02' }
    expect((await send(ada, 'POST', '/api/medications', medicationBody(taper))).statusCode).toBe(400)
  })

  it('refuses with 422 itself, what is not there or somebody else’s, and circles', async () => {
    const bea = await asAdult(stage.server, `${randomUUID()}@example.org`)
    const hers = await addMedication(bea, AS_NEEDED)
    const own = randomUUID()
    const refused = async (method: 'POST' | 'PATCH', url: string, body: Json) => {
      const answer = await send(ada, method, url, body)
      expect([answer.statusCode, answer.json().field]).toEqual([422, 'schedule.medicationId'])
      return answer.json<{ error: string }>().error
    }
    const add = (id: string, other: string) =>
      refused('POST', '/api/medications', medicationBody({ id, ...planAfter(other), allowDuplicate: true }))
    expect(await add(own, own)).toBe('A medication cannot follow its own doses')
    const none = 'The medication that this one follows is not in your list'
    expect([await add(own, randomUUID()), await add(own, hers.id)]).toEqual([none, none])
    const [first, second, third] = [await addMedication(ada, AS_NEEDED), randomUUID(), randomUUID()]
    await addMedication(ada, { id: second, ...planAfter(first.id) })
    await addMedication(ada, { id: third, ...planAfter(second) })
    const circle = 'These medications would follow each other in a circle'
    expect(await refused('PATCH', `/api/medications/${first.id}`, planAfter(third))).toBe(circle)
    expect((await list(ada)).find(({ id }) => id === first.id)?.schedule.kind).toBe('as-needed')
  })

  it('two devices that closed a circle offline: the second one hears of it in its batch', async () => {
    const [one, two] = [await addMedication(ada, AS_NEEDED), await addMedication(ada, AS_NEEDED)]
    const edit = (id: string, other: string) => ({
      calls: [{ key: randomUUID(), method: 'PATCH', path: `/api/medications/${id}`, body: planAfter(other) }],
    })
    const send = async (payload: Json) => (await ada.inject({ method: 'POST', url: '/api/batch', payload })).body
    expect(await send(edit(one.id, two.id))).toContain('"status":200')
    const second = await send(edit(two.id, one.id))
    expect(second).toContain('"status":422')
    expect(second).toContain('schedule.medicationId')
  })
})
