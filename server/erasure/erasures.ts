import { and, eq, gte, inArray, isNull, lte } from 'drizzle-orm'
import { toInstant } from '#domain/lib/instant.ts'
import { consentRequests, sessions } from '../accounts/tables.ts'
import { APPOINTMENTS } from '../appointments/appointments.ts'
import { contactMessages, incomingEmails } from '../contact/tables.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { adminAudit } from '../db/schema/admin-audit.ts'
import { people } from '../db/schema/people.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import { DOCUMENTS } from '../documents/documents.ts'
import { MEDICATIONS } from '../medications/medications.ts'
import { helperNotices } from '../occurrences/tables.ts'
import { queueEnding } from '../payments/endings.ts'
import { grants } from '../people/tables.ts'
import { type AnyPictureList, buryPicture, pictureTableOf } from '../pictures/picture-list.ts'
import { endSubscriptions } from '../push/subscriptions.ts'
import { type AnyList, bury, tableOf } from '../records/record-list.ts'
import { PRESCRIPTIONS } from '../scans/prescriptions.ts'
import { type Erasure, JOURNAL_KEPT } from '../sync/erasure-journal.ts'
import { doseEvents, supplyEvents, syncState, tombstones } from '../sync/tables.ts'
import type { RecordKind } from '../sync/writes.ts'
import { PERSONAL } from './personal-tables.ts'

/** What applying the journal found and erased again. */
export interface Erased {
  medications: number
  appointments: number
  sessions: number
  accounts: number
}

/**
 * Repeats the erasures in the journal (S11.8) on a database restored to an older state, while no server uses it.
 * Applying it twice changes nothing more. It does everything or nothing.
 */
export async function applyErasures(db: Database, erasures: readonly Erasure[]): Promise<Erased> {
  return transaction(db, async (tx) => {
    const erased: Erased = { medications: 0, appointments: 0, sessions: 0, accounts: 0 }
    for (const erasure of erasures) {
      switch (erasure.kind) {
        case 'medication':
          erased.medications += await eraseRecord(tx, MEDICATIONS, erasure)
          break
        case 'appointment':
          erased.appointments += await eraseRecord(tx, APPOINTMENTS, erasure)
          break
        case 'document':
          await erasePicture(tx, DOCUMENTS, erasure)
          break
        case 'prescription':
          await erasePicture(tx, PRESCRIPTIONS, erasure)
          break
        case 'person':
          await erasePersonAgain(tx, erasure)
          break
        case 'grant':
          await endGrant(tx, erasure)
          break
        case 'session':
          erased.sessions += await endSessions(tx, eq(sessions.id, erasure.id), erasure.at)
          await endSubscriptions(tx, eq(pushSubscriptions.sessionId, erasure.id))
          break
        case 'sessions': {
          const then = and(eq(sessions.userId, erasure.user), lte(sessions.createdAt, new Date(erasure.at)))
          erased.sessions += await endSessions(tx, then, erasure.at)
          await endSubscriptions(
            tx,
            and(eq(pushSubscriptions.userId, erasure.user), lte(pushSubscriptions.createdAt, new Date(erasure.at))),
          )
          break
        }
        case 'subscription':
          await endSubscriptions(tx, eq(pushSubscriptions.id, erasure.id))
          break
        case 'consent':
          await withdrawConsent(tx, erasure)
          break
        case 'account':
          break
      }
    }
    // Last, because a tombstone of a deleted account must not outlive it.
    for (const erasure of erasures) {
      if (erasure.kind === 'account') erased.accounts += await eraseAccount(tx, erasure.user)
    }
    return erased
  })
}

/**
 * Writes the tombstone even if the record is younger than the snapshot, since a device may still replay it (S11.7). An
 * id used by another user's record is left alone, whatever this user once deleted under it.
 */
async function eraseRecord(
  tx: Database,
  list: AnyList,
  { user, id, at }: Extract<Erasure, { kind: RecordKind }>,
): Promise<number> {
  const table = tableOf(list)
  const [found] = await tx.select({ userId: table.userId }).from(table).where(eq(table.id, id))
  if (found && found.userId !== user) return 0
  await bury(tx, list, user, id, Date.parse(at))
  return found ? 1 : 0
}

/** The same as for a medication. Files that came back with the snapshot become orphans. */
async function erasePicture(
  tx: Database,
  list: AnyPictureList,
  { user, id, at }: Extract<Erasure, { kind: 'document' | 'prescription' }>,
): Promise<void> {
  const table = pictureTableOf(list)
  const [found] = await tx.select({ userId: table.userId }).from(table).where(eq(table.id, id))
  if (!found || found.userId === user) await buryPicture(tx, list, user, id, Date.parse(at))
}

async function endGrant(tx: Database, { id, at }: Extract<Erasure, { kind: 'grant' }>): Promise<void> {
  await tx
    .update(grants)
    .set({ revokedAt: new Date(at), tokenHash: null, codeHash: null })
    .where(and(eq(grants.id, id), isNull(grants.revokedAt)))
}

async function endSessions(tx: Database, which: ReturnType<typeof and>, at: string): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: new Date(at) })
    .where(and(which, isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return ended.length
}

/**
 * A snapshot may date from before the parent agreed: then the link works again, but there is no consent to withdraw. A
 * later consent, from another request, stays.
 */
async function withdrawConsent(tx: Database, { user, id, at }: Extract<Erasure, { kind: 'consent' }>): Promise<void> {
  const withdrawn = await tx
    .update(consentRequests)
    .set({ withdrawnAt: new Date(at) })
    .where(
      and(eq(consentRequests.id, id), eq(consentRequests.decision, 'accepted'), isNull(consentRequests.withdrawnAt)),
    )
    .returning({ id: consentRequests.id })
  if (withdrawn.length > 0) {
    await tx.update(users).set({ parentalConsentGiven: false }).where(eq(users.id, user))
  }
}

/**
 * Everything that is deleted with an account. Its sessions stay, so that its devices get 410 and wipe themselves
 * (accounts/sessions.ts).
 */
const OWNED = Object.values(PERSONAL).filter((table) => table !== sessions)

/**
 * Deletes the account with its people and everything it has except its sessions, which lose their device names.
 * Returns how many accounts were deleted, 0 or 1.
 */
export async function eraseAccount(tx: Database, user: string): Promise<number> {
  await queueEnding(tx, user)
  await erasePeopleOf(tx, user)
  await eraseRows(tx, user)
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

async function eraseRows(tx: Database, id: string): Promise<void> {
  for (const table of OWNED) await tx.delete(table).where(eq(table.userId, id))
}

/** Deletes somebody without sign-in and everything of them. Returns how many people were deleted, 0 or 1. */
export async function erasePerson(tx: Database, id: string): Promise<number> {
  await eraseRows(tx, id)
  const gone = await tx.delete(people).where(eq(people.id, id)).returning({ id: people.id })
  return gone.length
}

async function erasePeopleOf(tx: Database, owner: string): Promise<void> {
  const own = await tx.select({ id: people.id }).from(people).where(eq(people.ownerId, owner))
  const ids = own.map(({ id }) => id)
  // Writes in progress come before: what they add is deleted with the rest.
  await tx.select({ id: syncState.userId }).from(syncState).where(among(syncState.userId, ids)).for('update')
  for (const id of ids) await erasePerson(tx, id)
}

/**
 * Deletes the person again and keeps the id from being used, as a deletion does (S11.7). An id that belongs to somebody
 * else is left alone.
 */
async function erasePersonAgain(tx: Database, { user, id, at }: Extract<Erasure, { kind: 'person' }>): Promise<void> {
  const [found] = await tx.select({ ownerId: people.ownerId }).from(people).where(eq(people.id, id))
  if (found && found.ownerId !== user) return
  if (found) await erasePerson(tx, id)
  await tx
    .insert(tombstones)
    .values({ userId: user, id, kind: 'person', deletedAt: new Date(at) })
    .onConflictDoNothing()
}

/**
 * Returns deletions (including those of accounts), ended sessions, revoked grants and withdrawn consents of the last 35
 * days that the database knows but the journal does not: from another server of this database, or from a process that ended between
 * commit and journal.
 */
export async function missingErasures(db: Database, known: readonly Erasure[], now: number): Promise<Erasure[]> {
  const since = new Date(now - JOURNAL_KEPT)
  // An invalid instant (`infinity`) must not keep the others out of the journal.
  const instantOf = (at: Date) => toInstant(Number.isNaN(at.getTime()) ? now : at.getTime())
  const deleted = await db
    .select({
      kind: tombstones.kind,
      user: tombstones.userId,
      id: tombstones.id,
      at: tombstones.deletedAt,
    })
    .from(tombstones)
    .where(gte(tombstones.deletedAt, since))
  const ended = await db
    .select({ id: sessions.id, at: sessions.revokedAt })
    .from(sessions)
    .where(gte(sessions.revokedAt, since))
  const withdrawn = await db
    .select({ user: consentRequests.userId, id: consentRequests.id, at: consentRequests.withdrawnAt })
    .from(consentRequests)
    .where(gte(consentRequests.withdrawnAt, since))
  const revoked = await db
    .select({ user: grants.userId, id: grants.id, at: grants.revokedAt })
    .from(grants)
    .where(gte(grants.revokedAt, since))
  // Their sessions outlive them. The one that asked for the deletion was last seen at that time.
  const gone = await db
    .selectDistinct({ user: sessions.userId })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(and(isNull(users.id), gte(sessions.lastSeenAt, since)))
  // A user who was not signed in, or not seen for long, has no session that shows the time.
  const removed = await db
    .select({ user: adminAudit.subjectId, at: adminAudit.at })
    .from(adminAudit)
    .leftJoin(users, eq(users.id, adminAudit.subjectId))
    .where(and(eq(adminAudit.act, 'user.delete'), isNull(users.id), gte(adminAudit.at, since)))
  const journalled = new Set(known.map(nameOf))
  return [
    ...deleted.map(({ at, ...rest }) => ({ ...rest, at: instantOf(at) })),
    ...ended.flatMap(({ id, at }) => (at ? [{ kind: 'session', id, at: instantOf(at) } as const] : [])),
    ...withdrawn.flatMap(({ at, ...rest }) => (at ? [{ kind: 'consent', ...rest, at: instantOf(at) } as const] : [])),
    ...revoked.flatMap(({ at, ...rest }) => (at ? [{ kind: 'grant', ...rest, at: instantOf(at) } as const] : [])),
    ...gone.map(({ user }) => ({ kind: 'account', user, at: toInstant(now) }) as const),
    ...removed.flatMap(({ user, at }) => (user ? [{ kind: 'account', user, at: instantOf(at) } as const] : [])),
  ].filter((erasure) => !journalled.has(nameOf(erasure)))
}

const nameOf = (erasure: Erasure): string =>
  `${erasure.kind} ${'user' in erasure ? erasure.user : ''} ${'id' in erasure ? erasure.id : ''}`
