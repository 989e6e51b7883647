import { randomUUID } from 'node:crypto'
import { formatTime12 } from '#domain/lib/local-time.ts'
import type { User } from './user.ts'
import { timeIn } from './zones.ts'

export interface PlannedMedication {
  name: string
  /** Minutes from now, negative for the past; each becomes a reminder time of every day. */
  minutes: readonly number[]
  dosage?: string
}

type Planner = Pick<User, 'call' | 'timeZone'>

/**
 * Medications that have been there since yesterday, so that times before now are doses of today. Through the API: the form
 * plans from the moment of saving on. The user's zone must be one where it is about noon (zones.ts). Answers their ids.
 */
export async function planDay(user: Planner, medications: readonly PlannedMedication[]): Promise<string[]> {
  const ids: string[] = []
  // One moment for all: the minute may turn while they are being written.
  const now = Date.now()
  for (const { name, minutes, dosage = '1 tablet' } of medications) {
    const id = randomUUID()
    const { status, body } = await user.call('POST', '/api/medications', {
      id,
      name,
      dosage,
      frequency: 'daily',
      reminderTimes: minutes.map((from) => timeIn(user.timeZone, from, now)).sort(),
      createdAt: new Date(now - 24 * 60 * 60_000).toISOString(),
    })
    if (status !== 201) throw new Error(`planning ${name} answered ${status}: ${JSON.stringify(body)}`)
    ids.push(id)
  }
  return ids
}

/** The first reminder time of a medication, as a user reads it. */
export async function plannedTime(user: Pick<User, 'medicationsOnServer'>, name: string): Promise<string> {
  const found = (await user.medicationsOnServer()).find((medication) => medication.name === name)
  const [time] = found?.reminderTimes ?? []
  if (time === undefined) throw new Error(`${name} has no reminder time`)
  return formatTime12(time)
}
