import { randomUUID } from 'node:crypto'
import type { MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY, type LocalTime } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Database } from '#server/db/database.ts'
import { medications, pushSubscriptions, syncState, users } from '#server/db/schema/index.ts'
import type { TestSubscription } from '#server/testing/push-service.ts'

/**
 * Puts people straight into a database on which no server runs yet: each with one medicine at that time of day in UTC and one
 * device. `since` (ms): all of it is a day older.
 */
export async function addRemindedPeople(
  db: Database,
  devices: readonly TestSubscription[],
  time: LocalTime,
  since: number,
): Promise<void> {
  const then = new Date(since - DAY)
  const people = devices.map((device) => ({ id: randomUUID(), device }))
  await db.insert(users).values(
    people.map(({ id }) => ({
      id,
      email: `${id}@example.org`,
      dateOfBirth: '1980-05-17',
      ageVerified: true,
      timeZone: 'UTC',
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
      timeZone: 'UTC',
      wording: 'full' as const,
      createdAt: then,
      seenAt: then,
    })),
  )
  const records = people.map(({ id }) => ({ userId: id, record: medicineAt(time, then.getTime()) }))
  await db
    .insert(medications)
    .values(records.map(({ userId, record }) => ({ id: record.id, userId, record })))
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
    ...plan,
    versions: [{ ...plan, effectiveFrom: at }],
    stoppedAt: null,
    createdAt: at,
    updatedAt: at,
  }
}
