import { eq, inArray, or } from 'drizzle-orm'
import { personalTokens, sessions } from '../accounts/tables.ts'
import { contactMessages, incomingEmails } from '../contact/tables.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { people } from '../db/schema/people.ts'
import { users } from '../db/schema/users.ts'
import { helperNotices } from '../occurrences/tables.ts'
import { queueEnding } from '../payments/endings.ts'
import { noteEndOfSharing } from '../people/end-of-sharing.ts'
import { grants } from '../people/tables.ts'
import { doseEvents, supplyEvents, syncState } from '../sync/tables.ts'
import { webhooks } from '../webhooks/tables.ts'
import { PERSONAL } from './personal-tables.ts'

/**
 * Everything that is deleted with an account. Its sessions stay, so that its devices get 410 and wipe themselves
 * (accounts/sessions.ts).
 */
const OWNED = Object.values(PERSONAL).filter((table) => table !== sessions)

/**
 * Deletes the account with its people and everything it has except its sessions, which lose their device names.
 * Those who helped its people are told that they are gone. Returns how many accounts were deleted, 0 or 1.
 */
export async function eraseAccount(tx: Database, user: string, now: number): Promise<number> {
  await queueEnding(tx, user)
  await erasePeopleOf(tx, user, now)
  await erasePersonRows(tx, user, now)
  await tx.delete(grants).where(eq(grants.helperId, user))
  await tx.delete(helperNotices).where(eq(helperNotices.helperId, user))
  // What they logged for others stays, without their name.
  for (const log of [doseEvents, supplyEvents]) {
    await tx.update(log).set({ loggedByName: '' }).where(eq(log.loggedById, user))
  }
  await tx.update(sessions).set({ deviceName: '' }).where(eq(sessions.userId, user))
  const gone = await tx.delete(users).where(eq(users.id, user)).returning({ email: users.email })
  const addresses = gone.map(({ email }) => email)
  // Written from the same address without being signed in.
  await tx.delete(contactMessages).where(inArray(contactMessages.email, addresses))
  await tx.delete(incomingEmails).where(inArray(incomingEmails.fromEmail, addresses))
  return gone.length
}

/** Deletes everything of a person, also what accounts follow them with: webhooks and the links of calendars. */
async function erasePersonRows(tx: Database, id: string, now: number): Promise<void> {
  await noteEndOfSharing(tx, eq(grants.userId, id), now)
  for (const table of OWNED) await tx.delete(table).where(eq(table.userId, id))
  const following = tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.personId, id))
  await tx.delete(personalTokens).where(or(eq(personalTokens.calendarOf, id), inArray(personalTokens.id, following)))
}

/** Deletes somebody without sign-in and everything of them, and tells who helped them. Returns how many people were deleted, 0 or 1. */
export async function erasePerson(tx: Database, id: string, now: number): Promise<number> {
  await erasePersonRows(tx, id, now)
  const gone = await tx.delete(people).where(eq(people.id, id)).returning({ id: people.id })
  return gone.length
}

async function erasePeopleOf(tx: Database, owner: string, now: number): Promise<void> {
  const own = await tx.select({ id: people.id }).from(people).where(eq(people.ownerId, owner))
  const ids = own.map(({ id }) => id)
  // Writes in progress come before: what they add is deleted with the rest.
  await tx.select({ id: syncState.userId }).from(syncState).where(among(syncState.userId, ids)).for('update')
  for (const id of ids) await erasePerson(tx, id, now)
}
