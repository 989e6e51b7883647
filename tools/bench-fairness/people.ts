import { createHash, randomUUID } from 'node:crypto'
import { DAY } from '#domain/lib/local-time.ts'
import { sessions } from '#server/accounts/tables.ts'
import type { Database } from '#server/db/database.ts'
import { rowsAsJson } from '#server/db/parameters.ts'
import { medications } from '#server/db/schema/records.ts'
import { users } from '#server/db/schema/users.ts'
import { MEDICATIONS } from '#server/medications/medications.ts'
import { recordRow } from '#server/records/record-list.ts'
import { doseRow } from '#server/sync/dose-rows.ts'
import { doseEvents, syncState } from '#server/sync/tables.ts'
import { doseOf, medicationOf } from './records.ts'

/** The account that keeps the server busy, and what it owns. */
export interface Busy {
  token: string
  userId: string
  medicationIds: string[]
}

/** As many medications as the account that once froze a server. */
const OWNED = 1600

/** Adds an account that will keep the server busy, and one whose session asks who is signed in. */
export async function addPeople(db: Database, { doses }: { doses: number }): Promise<{ busy: Busy; calm: string }> {
  const [busy, calm] = [await addPerson(db, 'busy'), await addPerson(db, 'calm')]
  const records = Array.from({ length: OWNED }, (_, index) => medicationOf(`Medicine ${index}`))
  const rows = records.map((record) => recordRow(MEDICATIONS, busy.userId, { record, origins: {} }))
  await db.insert(medications).select(rowsAsJson(medications, rows))
  for (let first = 0; first < doses; first += 5000) {
    const portion = Array.from({ length: Math.min(5000, doses - first) }, (_, index) => {
      const place = first + index
      const of = records[place % OWNED] as (typeof records)[number]
      return doseRow(doseOf(of, place), { userId: busy.userId, seq: place + 1, now: Date.now() })
    })
    await db.insert(doseEvents).select(rowsAsJson(doseEvents, portion))
  }
  await db.insert(syncState).values({
    userId: busy.userId,
    seq: doses + 1,
    dosesSeq: doses,
    medicationsVersion: 1,
    updatedAt: new Date(),
  })
  return { busy: { ...busy, medicationIds: records.map(({ id }) => id) }, calm: calm.token }
}

async function addPerson(db: Database, name: string): Promise<{ userId: string; token: string }> {
  const token = `bench-${name}`
  const userId = randomUUID()
  const now = new Date()
  await db.insert(users).values({
    id: userId,
    email: `${name}@bench.test`,
    firstName: name,
    dateOfBirth: '1980-05-17',
    ageVerified: true,
    timeZone: 'Australia/Sydney',
    createdAt: now,
    updatedAt: now,
  })
  await db.insert(sessions).values({
    id: randomUUID(),
    userId,
    tokenHash: createHash('sha256').update(token).digest('base64url'),
    deviceName: 'Bench',
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + 30 * DAY),
  })
  return { userId, token }
}
