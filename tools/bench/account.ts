import path from 'node:path'
import { eq } from 'drizzle-orm'
import type { BrowserContext } from 'playwright-core'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { openPglite } from '#server/db/database.ts'
import { users } from '#server/db/schema/users.ts'
import { doseEvents, syncState } from '#server/sync/tables.ts'
import { type User, userOf } from '#tests/e2e/support/user.ts'
import { noonZone } from '#tests/e2e/support/zones.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { type BenchMedication, LONG_AGO } from './events.ts'

/** A zone where it is about noon: midnight, when the day changes, is far from every measurement. */
export const ZONE = noonZone()

/** Signs up on a device, with the app's worker in control. */
export async function signUp(context: BrowserContext, server: AppServer, email: string): Promise<User> {
  const user = await userOf(context, server, { timeZone: ZONE })
  await user.signUp(email)
  await user.workerReady()
  return user
}

export async function addMedications(user: User, medications: readonly BenchMedication[]): Promise<void> {
  for (const medication of medications) {
    const body = { ...medication, frequency: 'twice daily', instructions: 'With water', createdAt: LONG_AGO }
    const { status } = await user.call('POST', '/api/medications', body)
    if (status !== 201) throw new Error(`Adding ${medication.name} answered ${status}`)
  }
}

const ROWS_PER_INSERT = 1000

/**
 * Gives the account a log of that length directly in its database, with the server down meanwhile: through the API it
 * would take minutes. The events' numbers follow those of the account's earlier writes.
 */
export async function seedLog(
  server: AppServer,
  user: CurrentUser,
  events: readonly LoggedDoseEvent[],
  { isPremium = false } = {},
): Promise<void> {
  await server.kill()
  const { background: db, close } = await openPglite({ dataDir: path.join(server.dataDir, 'db') })
  for (let from = 0; from < events.length; from += ROWS_PER_INSERT) {
    await db.insert(doseEvents).values(events.slice(from, from + ROWS_PER_INSERT).map((event) => rowOf(user, event)))
  }
  const last = events.at(-1)?.seq ?? 0
  await db.update(syncState).set({ seq: last, dosesSeq: last }).where(eq(syncState.userId, user.id))
  if (isPremium) {
    const premium = { subscriptionStatus: 'active', subscriptionPlan: 'premium' }
    await db.update(users).set(premium).where(eq(users.id, user.id))
  }
  await close()
  await server.start()
}

const rowOf = (user: CurrentUser, { snapshot, ...event }: LoggedDoseEvent): typeof doseEvents.$inferInsert => ({
  ...event,
  userId: user.id,
  at: new Date(event.at),
  loggedAt: new Date(event.loggedAt),
  receivedAt: new Date(event.receivedAt),
  until: event.until === null ? null : new Date(event.until),
  name: snapshot.name,
  dosage: snapshot.dosage,
  plannedDate: snapshot.date,
  plannedTime: snapshot.time,
})
