import { randomUUID } from 'node:crypto'
import type { MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { formatTime12, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'
import type { MedicineLook } from '#domain/records/medicine-look.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import type { User } from './user.ts'
import { dateIn, timeIn } from './zones.ts'

export interface PlannedMedication {
  name: string
  /** Minutes from now, negative for the past; each becomes a daily reminder time. */
  minutes: readonly number[]
  dosage?: string
  /** A JPEG in base64. */
  photo?: string
  look?: MedicineLook
}

type Planner = Pick<User, 'call' | 'timeZone'>

/**
 * Adds medications that have existed since yesterday, so that times before now are doses of today. Goes through the
 * API, because the form plans only from the moment of saving. The user must be in a zone where it is about noon
 * (zones.ts). Returns the medications' ids.
 */
export async function planDay(user: Planner, medications: readonly PlannedMedication[]): Promise<string[]> {
  // One moment for all of them: the minute may change while they are being written.
  const now = Date.now()
  const calls = medications.map(({ name, minutes, dosage = '1 tablet', ...picture }) => ({
    key: randomUUID(),
    method: 'POST',
    path: '/api/medications',
    body: {
      id: randomUUID(),
      name,
      dosage,
      frequency: 'daily',
      reminderTimes: minutes.map((from) => timeIn(user.timeZone, from, now)).sort(),
      createdAt: new Date(now - 24 * 60 * 60_000).toISOString(),
      ...picture,
    },
  }))
  // Together: an open page loads and draws its list once, not once for each.
  const { body } = await user.call<{ results?: { status: number }[] }>('POST', '/api/batch', { calls })
  const isDone = calls.every((_call, index) => body.results?.[index]?.status === 201)
  if (!isDone) throw new Error(`planning answered ${JSON.stringify(body)}`)
  return calls.map((call) => call.body.id)
}

/** Returns the first reminder time of a medication, as the user reads it. */
export async function plannedTime(user: Pick<User, 'medicationsOnServer'>, name: string): Promise<string> {
  const found = (await user.medicationsOnServer()).find((medication) => medication.name === name)
  const [time] = found?.reminderTimes ?? []
  if (time === undefined) throw new Error(`${name} has no reminder time`)
  return formatTime12(time)
}

/**
 * Plans a dose whose reminder comes at that instant (ms). It is snoozed until then, because planned doses come at full
 * minutes only. Its planned time is so long ago that it is never announced for itself.
 */
export async function planSnoozed(
  user: Pick<User, 'call' | 'timeZone' | 'medicationsOnServer'>,
  name: string,
  due: number,
): Promise<void> {
  const now = Date.now()
  const [id] = (await planDay(user, [{ name, minutes: [-20] }])) as MedicationId[]
  const planned = (await user.medicationsOnServer()).find((one) => one.id === id)
  const [time] = (planned?.reminderTimes ?? []) as LocalTime[]
  if (!id || !time) throw new Error(`${name} is not planned`)
  const date = dateIn(user.timeZone, 0, now) as LocalDate
  const { status, body } = await user.call('POST', '/api/doses', {
    id: randomUUID(),
    medicationId: id,
    slotId: slotIdOf(id, date, time),
    kind: 'snoozed',
    at: toInstant(now),
    loggedAt: toInstant(now),
    until: toInstant(due),
    deviceId: randomUUID(),
    snapshot: { name, dosage: '1 tablet', date, time },
  })
  if (status !== 201) throw new Error(`snoozing ${name} answered ${status}: ${JSON.stringify(body)}`)
}
