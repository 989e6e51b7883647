import { randomUUID } from 'node:crypto'
import { insightsRange } from '#domain/insights/insights.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { addDays, isoWeekday, type LocalDate, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { instantAt } from '#domain/lib/zone.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import type { User } from './user.ts'
import { dateIn } from './zones.ts'

/** Minutes after the planned time, or null where nothing was logged. */
export type Late = number | null

interface YearOfMedicine {
  name: string
  dosage: string
  time: string
  late(date: LocalDate): Late
}

/**
 * Logs a year of two medications, each once a day, as the user's devices would have logged them until yesterday:
 * perindopril always, atorvastatin at night and, since the summer, only every second day. Ends when the device shows
 * all of it.
 */
export async function liveForAYear(user: Pick<User, 'call' | 'timeZone'>): Promise<{ doses: number; names: string[] }> {
  const today = dateIn(user.timeZone, 0) as LocalDate
  const { from } = insightsRange(today)
  const medicines: YearOfMedicine[] = [
    { name: 'Perindopril', dosage: '5 mg', time: '08:00', late: (date) => (isoWeekday(date) === 7 ? 55 : 2) },
    {
      name: 'Atorvastatin',
      dosage: '40 mg',
      time: '21:30',
      late: (date) => (date > addDays(today, -90) && Number(date.slice(8)) % 2 === 0 ? null : 40),
    },
  ]
  const calls = medicines.flatMap((medicine) => callsOf(medicine, from, addDays(today, -1), user.timeZone))
  for (let first = 0; first < calls.length; first += 500) {
    const { status } = await user.call('POST', '/api/batch', { calls: calls.slice(first, first + 500) })
    if (status !== 200) throw new Error(`the year answered ${status}`)
  }
  return { doses: calls.length - medicines.length, names: medicines.map(({ name }) => name) }
}

function callsOf({ name, dosage, time: text, late }: YearOfMedicine, from: LocalDate, to: LocalDate, zone: string) {
  const time = text as LocalTime
  const medicationId = randomUUID() as MedicationId
  const deviceId = randomUUID()
  const call = (path: string, body: object) => ({ key: randomUUID(), method: 'POST', path, body })
  const begin = new Date(instantAt(from, '00:00' as LocalTime, zone)).toISOString()
  const medicine = {
    id: medicationId,
    name,
    dosage,
    frequency: 'daily',
    reminderTimes: [time],
    createdAt: begin,
  }
  const calls = [call('/api/medications', medicine)]
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const minutes = late(date)
    if (minutes === null) continue
    const at = new Date(instantAt(date, time, zone) + minutes * MINUTE).toISOString()
    calls.push(
      call('/api/doses', {
        id: randomUUID(),
        medicationId,
        slotId: slotIdOf(medicationId, date, time),
        kind: 'taken',
        at,
        loggedAt: at,
        deviceId,
        deviceName: 'Phone',
        snapshot: { name, dosage, date, time },
      }),
    )
  }
  return calls
}
