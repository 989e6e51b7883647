import { randomUUID } from 'node:crypto'
import type { MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY, type LocalTime } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Database } from '../db/database.ts'
import type { TestSubscription } from './push-service.ts'
import { medications, pushSubscriptions, syncState, users } from './tables.ts'

export interface RemindedPeople {
  /** One for each user. */
  devices: readonly TestSubscription[]
  /** When their medications are due, every day in local time of that zone. */
  time: LocalTime
  zone: string
  /** How many medications each of them takes. */
  medicines: number
  /** Milliseconds since the epoch; everything is a day older. */
  since: number
}

/** Adds users directly to the tables, bypassing the API, which would sign each of them in. */
export async function addRemindedPeople(
  db: Database,
  { devices, time, zone, medicines, since }: RemindedPeople,
): Promise<void> {
  const then = new Date(since - DAY)
  const people = devices.map((device) => ({ id: randomUUID(), device }))
  await db.insert(users).values(
    people.map(({ id }) => ({
      id,
      email: `${id}@example.org`,
      dateOfBirth: '1980-05-17',
      ageVerified: true,
      timeZone: zone,
      createdAt: then,
      updatedAt: then,
    })),
  )
  await db.insert(syncState).values(people.map(({ id }) => ({ userId: id, updatedAt: then })))
  await db.insert(pushSubscriptions).values(
    people.map(({ id, device }) => ({
      id: randomUUID(),
      userId: id,
      endpoint: device.endpoint,
      ...device.keys,
      deviceId: randomUUID(),
      deviceName: 'Phone',
      sessionId: randomUUID(),
      timeZone: zone,
      wording: 'full' as const,
      createdAt: then,
      seenAt: then,
    })),
  )
  const records = people.flatMap(({ id }) =>
    Array.from({ length: medicines }, () => ({ userId: id, record: medicineAt(time, then.getTime()) })),
  )
  await db.insert(medications).values(records.map(({ userId, record }) => ({ id: record.id, userId, record })))
}

function medicineAt(time: LocalTime, since: number): Medication {
  const plan = { schedule: { kind: 'daily' as const }, reminderTimes: [time], startDate: null, endDate: null }
  const at = toInstant(since)
  return {
    id: randomUUID() as MedicationId,
    name: 'Metformin',
    dosage: '500 mg',
    frequency: 'daily',
    instructions: '',
    important: false,
    ...plan,
    versions: [{ ...plan, effectiveFrom: at }],
    stoppedAt: null,
    createdAt: at,
    updatedAt: at,
  }
}
