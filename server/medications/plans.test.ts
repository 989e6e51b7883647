import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addMedication, medicationBody, send } from '../testing/writes.ts'

let server: TestApp
let ada: Person
let number = 0
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set('2026-03-02T09:00:00.000Z')
  number += 1
  ada = await asAdult(server, `ada${number}@example.org`)
})

const edit = (id: string, body: object) => send(ada, 'PATCH', `/api/medications/${id}`, body)
const byTime = { unit: 'tablet', each: '1', byTime: { '20:00': '3/2' } }

describe('a plan with amounts and pauses', () => {
  it('is stored exactly, in lowest terms', async () => {
    const amounts = { unit: 'tablet', each: '2/4', byTime: { '20:00': '.250' } }
    const added = await addMedication(ada, { amounts, pauses: [{ from: '2026-03-10', to: null }] })
    const exact = { unit: 'tablet', each: '0.5', byTime: { '20:00': '0.25' } }
    expect(added).toMatchObject({ amounts: exact, pauses: [{ from: '2026-03-10', to: null }] })
    expect(added.versions[0]).toMatchObject({ amounts: exact })
  })

  it('without them has neither field, as before they existed', async () => {
    const added = await addMedication(ada, { amounts: null, pauses: [] })
    expect(added).not.toHaveProperty('amounts')
    expect(added).not.toHaveProperty('pauses')
    expect(added.versions[0]).not.toHaveProperty('amounts')
  })

  it('keeps them under an edit by a client that does not know them', async () => {
    const { id } = await addMedication(ada, { amounts: byTime, pauses: [{ from: '2026-03-10', to: '2026-03-12' }] })
    const edited = (await edit(id, { reminderTimes: ['08:00', '20:00', '22:00'] })).json()
    expect(edited).toMatchObject({
      amounts: { each: '1', byTime: { '20:00': '1.5' } },
      pauses: [{ from: '2026-03-10', to: '2026-03-12' }],
    })
  })

  it('loses the amount of a time that such a client takes away, and only that', async () => {
    const { id } = await addMedication(ada, { amounts: byTime })
    const edited = await edit(id, { reminderTimes: ['08:00'] })
    expect(edited.statusCode).toBe(200)
    expect(edited.json().amounts).toEqual({ unit: 'tablet', each: '1' })
  })

  it('loses them when they are taken away on purpose', async () => {
    const { id } = await addMedication(ada, { amounts: byTime, pauses: [{ from: '2026-03-10', to: null }] })
    const edited = (await edit(id, { amounts: null, pauses: [] })).json()
    expect(edited).not.toHaveProperty('amounts')
    expect(edited).not.toHaveProperty('pauses')
    expect(edited.versions.at(-1)).not.toHaveProperty('pauses')
  })

  it('is a new version when only a pause is added, and none when nothing changes', async () => {
    const { id } = await addMedication(ada, { amounts: byTime })
    server.clock.advance(60_000)
    expect((await edit(id, { amounts: byTime })).json().versions).toHaveLength(1)
    expect((await edit(id, { pauses: [{ from: '2026-03-10', to: null }] })).json().versions).toHaveLength(2)
  })
})

describe('what makes no sense answers 400 and names the field', () => {
  const hours = { kind: 'hours', everyHours: 8, anchor: '2026-03-02T08:00', window: null }
  const step = { days: 5, schedule: { kind: 'daily' }, reminderTimes: ['08:00'] }
  it.each<[string, object, string]>([
    ['an amount of nothing', { amounts: { unit: 'tablet', each: '0' } }, 'amounts.each'],
    ['an amount that is a number', { amounts: { unit: 'tablet', each: 0.5 } }, 'amounts.each'],
    ['an amount with four places', { amounts: { unit: 'tablet', each: '0.1234' } }, 'amounts.each'],
    ['amounts without a unit', { amounts: { unit: ' ', each: '1' } }, 'amounts.unit'],
    ['an amount for a time the plan lacks', { amounts: { ...byTime, byTime: { '09:00': '1' } } }, 'amounts'],
    [
      'amounts by time and by day',
      { amounts: { ...byTime, byDay: { anchorDate: '2026-03-02', amounts: ['1', '2'] } } },
      'amounts.byDay',
    ],
    [
      'days that are all empty',
      { amounts: { unit: 'tablet', each: '1', byDay: { anchorDate: '2026-03-02', amounts: ['0', '0'] } } },
      'amounts.byDay.amounts',
    ],
    ['hours with reminder times', { schedule: hours }, 'reminderTimes'],
    ['every 25 minutes', { schedule: { ...hours, everyHours: 25 / 60 }, reminderTimes: [] }, 'schedule.everyHours'],
    [
      'a day of the month that none has',
      { schedule: { kind: 'monthly', daysOfMonth: [32] } },
      'schedule.daysOfMonth.0',
    ],
    ['steps without a start', { schedule: { kind: 'phases', steps: [step] }, reminderTimes: [] }, 'startDate'],
    ['a pause that ends before it begins', { pauses: [{ from: '2026-03-10', to: '2026-03-09' }] }, 'pauses.0'],
  ])('%s', async (_name, fields, field) => {
    const answer = await send(ada, 'POST', '/api/medications', medicationBody({ startDate: null, ...fields }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid', field })
  })
})
