import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DueReminder, UpcomingReminder } from '#domain/protocol/reminders.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addMedication, doseBody, send } from '../testing/writes.ts'
import { nearestInstant } from './upcoming.ts'

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

const upcoming = async (): Promise<UpcomingReminder[]> => (await ada.inject('/api/reminders/upcoming')).json()
const dueNow = async (time: string): Promise<DueReminder[]> => {
  const [hours, minutes] = time.split(':')
  return (await ada.inject(`/api/reminders/due-now?hours=${hours}&minutes=${minutes}`)).json()
}
const slotId = (id: string, slot: string) => slotIdOf(id as never, ...(slot.split(' ') as [never, never]))
const log = async (id: string, slot: string, fields = {}) => {
  const answer = await send(ada, 'POST', '/api/doses', doseBody(id, { slot, ...fields }))
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}

describe('GET /api/reminders/upcoming', () => {
  it('lists what is left of today, by time, with the specification’s fields and the slot’s id', async () => {
    const first = await addMedication(ada, { name: 'Ramipril', reminderTimes: ['20:00', '08:00'] })
    const second = await addMedication(ada, { name: 'Vitamin D', reminderTimes: ['12:30'], dosage: null })
    expect(await upcoming()).toEqual([
      {
        id: slotId(first.id, '2026-03-02 08:00'),
        medicationId: first.id,
        medicationName: 'Ramipril',
        dosage: '500 mg',
        instructions: 'With food',
        time: '08:00',
      },
      expect.objectContaining({ medicationId: second.id, time: '12:30', dosage: '' }),
      expect.objectContaining({ medicationId: first.id, time: '20:00' }),
    ])
  })

  it('keeps a dose for 15 minutes, and ends at midnight of the plan zone', async () => {
    await addMedication(ada, { reminderTimes: ['08:00', '23:59', '00:00'] })
    const times = async (wall: string) => {
      sydney(wall)
      return (await upcoming()).map(({ time }) => time)
    }
    expect(await times('2026-03-02T08:15:00')).toEqual(['08:00', '23:59'])
    expect(await times('2026-03-02T08:15:01')).toEqual(['23:59'])
    expect(await times('2026-03-02T23:59:30')).toEqual(['23:59'])
    expect(await times('2026-03-03T00:00:00')).toEqual(['00:00', '08:00', '23:59'])
  })

  it('leaves out what is settled, and lists it again when that is undone', async () => {
    const { id } = await addMedication(ada, { reminderTimes: ['08:00', '20:00'] })
    const materialised = await log(id, '2026-03-02 08:00')
    await log(id, '2026-03-02 20:00', { kind: 'skipped' })
    expect(await upcoming()).toEqual([])
    await log(id, '2026-03-02 08:00', { kind: 'undone', undoes: materialised.id })
    expect((await upcoming()).map(({ time }) => time)).toEqual(['08:00'])
  })

  it('lists a snoozed dose until 15 minutes after its snooze', async () => {
    const { id } = await addMedication(ada, { reminderTimes: ['08:00'] })
    sydney('2026-03-02T08:05:00')
    await log(id, '2026-03-02 08:00', { kind: 'snoozed', until: '2026-03-02T08:35:00+11:00' })
    sydney('2026-03-02T08:50:00')
    expect((await upcoming()).map(({ time }) => time)).toEqual(['08:00'])
    sydney('2026-03-02T08:50:01')
    expect(await upcoming()).toEqual([])
  })

  it('leaves out medications that are stopped, ended, not begun or only when needed', async () => {
    const stopped = await addMedication(ada)
    await send(ada, 'PATCH', `/api/medications/${stopped.id}`, {
      stoppedAt: new Date(server.clock.now()).toISOString(),
    })
    await addMedication(ada, { endDate: '2026-03-01', startDate: '2026-01-01' })
    await addMedication(ada, { startDate: '2026-03-03' })
    await addMedication(ada, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    expect(await upcoming()).toEqual([])
  })

  it('shows nobody the reminders of another user', async () => {
    await addMedication(ada)
    const bob = await asAdult(server, `bob${number}@example.org`)
    expect((await bob.inject('/api/reminders/upcoming')).json()).toEqual([])
    expect((await bob.inject('/api/reminders/due-now?hours=8&minutes=0')).json()).toEqual([])
  })
})

describe('GET /api/reminders/due-now', () => {
  it('lists what became due within 15 minutes of the asker’s clock, with the same id at every call', async () => {
    const { id } = await addMedication(ada, { name: 'Ramipril', reminderTimes: ['08:00'] })
    sydney('2026-03-02T08:00:00')
    const due = await dueNow('08:00')
    expect(due).toEqual([
      {
        id: slotId(id, '2026-03-02 08:00'),
        reminderTime: '08:00',
        medication: { id, name: 'Ramipril', dosage: '500 mg' },
      },
    ])
    expect(await dueNow('08:14')).toEqual(due)
    expect(await dueNow('08:15')).toEqual([])
    expect(await dueNow('07:59')).toEqual([])
  })

  it('leaves out what is settled or snoozed, and lists a snoozed dose when its snooze ends', async () => {
    const { id } = await addMedication(ada, { reminderTimes: ['08:00'] })
    const other = await addMedication(ada, { reminderTimes: ['08:00'] })
    sydney('2026-03-02T08:01:00')
    await log(other.id, '2026-03-02 08:00')
    await log(id, '2026-03-02 08:00', { kind: 'snoozed', until: '2026-03-02T08:30:00+11:00' })
    expect(await dueNow('08:01')).toEqual([])
    expect((await dueNow('08:30')).map((reminder) => reminder.medication.id)).toEqual([id])
  })

  it('reaches back over midnight', async () => {
    await addMedication(ada, { reminderTimes: ['23:55'] })
    sydney('2026-03-03T00:05:00')
    expect((await dueNow('00:05')).map(({ reminderTime }) => reminderTime)).toEqual(['23:55'])
  })

  it('means the date nearest to now in the plan zone, whatever the asker’s date', async () => {
    await addMedication(ada, { reminderTimes: ['23:58'] })
    // The client's clock is four minutes behind the server's, so it is still yesterday there.
    sydney('2026-03-03T00:02:00')
    expect((await dueNow('23:58')).map(({ reminderTime }) => reminderTime)).toEqual(['23:58'])
  })

  it.each(['hours=24&minutes=0', 'hours=8&minutes=60', 'hours=-1&minutes=0', 'hours=8', 'hours=1e9&minutes=x', ''])(
    'refuses %j with 400',
    async (query) => {
      expect((await ada.inject(`/api/reminders/due-now?${query}`)).statusCode).toBe(400)
    },
  )
})

describe('the instant nearest to now at which the wall shows a time', () => {
  const nearest = (time: string, now: string) =>
    new Date(nearestInstant(time as never, 'Australia/Sydney', Date.parse(now))).toISOString()

  it('is the second one too, where a changeover shows the time twice', () => {
    // On April 5, 2026 the clock goes from 3:00 back to 2:00, which is 16:00 UTC.
    expect(nearest('02:30', '2026-04-04T15:31:00Z')).toBe('2026-04-04T15:30:00.000Z')
    expect(nearest('02:30', '2026-04-04T16:31:00Z')).toBe('2026-04-04T16:30:00.000Z')
  })

  it('is moved forward by the gap, where a changeover skips the time', () => {
    // On October 4, 2026 the clock goes from 2:00 to 3:00, which is 16:00 UTC of October 3.
    expect(nearest('02:30', '2026-10-03T16:29:00Z')).toBe('2026-10-03T16:30:00.000Z')
  })
})
