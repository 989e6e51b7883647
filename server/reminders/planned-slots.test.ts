import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endOfDay, startOfDay } from '#domain/lib/zone.ts'
import type { PlanSlot } from '#domain/protocol/reminders.ts'
import { listedMedicationSchema } from '#domain/records/medication-schema.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import { day, SYDNEY } from '#domain/testing/samples.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addMedication, doseBody, send } from '../testing/writes.ts'

let server: TestApp
let ada: Person
let number = 0
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

/** Sydney is 11 hours ahead of UTC in March 2026, until April 5 at 3:00. */
const sydney = (wall: string) => server.clock.set(new Date(`${wall}+11:00`).toISOString())

beforeEach(async () => {
  sydney('2026-03-02T07:00:00')
  number += 1
  ada = await asAdult(server, `ada${number}@example.org`)
})

const ask = (from: string, to: string, user = ada) => user.inject(`/api/plan?from=${from}&to=${to}`)
const slots = async (from: string, to: string): Promise<PlanSlot[]> => (await ask(from, to)).json().slots
const shown = async (from: string, to: string) =>
  (await slots(from, to)).map(({ date, time, amount, state }) =>
    [date.slice(5), time, amount, state].filter((part) => part !== null).join(' '),
  )
const tablets = (each: string, more = {}) => ({ unit: 'tablet', each, ...more })

describe('GET /api/plan', () => {
  it('lists the doses of the days as every device computes them, with amounts and states', async () => {
    const amounts = tablets('1', { byTime: { '20:00': '3/2' } })
    const { id } = await addMedication(ada, { reminderTimes: ['08:00', '20:00'], amounts })
    sydney('2026-03-02T08:05:00')
    await send(ada, 'POST', '/api/doses', doseBody(id, { slot: '2026-03-02 08:00' }))
    const answer = await ask('2026-03-02', '2026-03-03')
    expect(answer.statusCode).toBe(200)
    expect(answer.json().zone).toBe(SYDNEY)
    expect(await shown('2026-03-02', '2026-03-03')).toEqual([
      '03-02 08:00 1 taken',
      '03-02 20:00 1.5 upcoming',
      '03-03 08:00 1 upcoming',
      '03-03 20:00 1.5 upcoming',
    ])
    const [listed] = (await ada.inject('/api/medications')).json()
    const window = { from: startOfDay(day('2026-03-02'), SYDNEY), to: endOfDay(day('2026-03-03'), SYDNEY) }
    const own = planSlots(listedMedicationSchema.parse(listed), window, SYDNEY)
    expect((await slots('2026-03-02', '2026-03-03')).map(({ slotId, at }) => [slotId, Date.parse(at)])).toEqual(
      own.map((slot) => [slot.id, slot.at]),
    )
  })

  it('knows hours, whatever the clocks do, and has no amount where the plan has none', async () => {
    const schedule = { kind: 'hours', everyHours: 8, anchor: '2026-04-04T08:00', window: null }
    await addMedication(ada, { schedule, reminderTimes: [] })
    expect(await shown('2026-04-04', '2026-04-05')).toEqual([
      '04-04 08:00 upcoming',
      '04-04 16:00 upcoming',
      '04-05 00:00 upcoming',
      '04-05 07:00 upcoming',
      '04-05 15:00 upcoming',
      '04-05 23:00 upcoming',
    ])
    expect((await slots('2026-04-05', '2026-04-05'))[0]).toMatchObject({
      at: '2026-04-04T13:00:00.000Z',
      amount: null,
      unit: null,
    })
  })

  it('goes by instant, then by medication, and has nothing of others', async () => {
    const added = [await addMedication(ada, { name: 'A' }), await addMedication(ada, { name: 'B' })]
    const ids = added.map(({ id }) => id).sort()
    const grace = await asAdult(server, `grace${number}@example.org`)
    await addMedication(grace, { name: 'C' })
    const all = await slots('2026-03-02', '2026-03-02')
    expect(all.map(({ medicationId }) => medicationId)).toEqual([...ids, ...ids])
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted())
  })

  it('has no dose in a pause, on a day whose amount is 0, and after the last step', async () => {
    await addMedication(ada, {
      name: 'Prednisolone',
      startDate: '2026-03-02',
      reminderTimes: [],
      schedule: {
        kind: 'phases',
        steps: [
          { days: 2, schedule: { kind: 'daily' }, reminderTimes: ['08:00'], amounts: tablets('2') },
          { days: 1, schedule: { kind: 'daily' }, reminderTimes: ['08:00'], amounts: tablets('1') },
        ],
      },
    })
    await addMedication(ada, {
      name: 'Warfarin',
      reminderTimes: ['18:00'],
      amounts: tablets('1', { byDay: { anchorDate: '2026-03-02', amounts: ['5', '4', '0'] } }),
      pauses: [{ from: '2026-03-06', to: '2026-03-07' }],
    })
    expect(await shown('2026-03-02', '2026-03-08')).toEqual([
      '03-02 08:00 2 upcoming',
      '03-02 18:00 5 upcoming',
      '03-03 08:00 2 upcoming',
      '03-03 18:00 4 upcoming',
      '03-04 08:00 1 upcoming',
      '03-05 18:00 5 upcoming',
      '03-08 18:00 5 upcoming',
    ])
  })

  it.each([
    ['2026-03-03', '2026-03-02', 'to'],
    ['2026-03-01', '2026-06-01', 'to'],
    ['2026-02-30', '2026-03-02', 'from'],
    ['', '2026-03-02', 'from'],
  ])('answers 400 to %s … %s and names the field', async (from, to, field) => {
    const answer = await ask(from, to)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ field })
  })

  it('answers 92 days', async () => {
    expect((await ask('2026-03-01', '2026-05-31')).statusCode).toBe(200)
  })
})
