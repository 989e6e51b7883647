import { and, eq, isNull, lte } from 'drizzle-orm'
import { endTokens } from '../accounts/personal-tokens.ts'
import { consentRequests, personalTokens, sessions } from '../accounts/tables.ts'
import { APPOINTMENTS } from '../appointments/appointments.ts'
import type { Database } from '../db/database.ts'
import { people } from '../db/schema/people.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import { DOCUMENTS } from '../documents/documents.ts'
import { MEDICATIONS } from '../medications/medications.ts'
import { noteEndFor } from '../people/end-of-sharing.ts'
import { grants } from '../people/tables.ts'
import { type AnyPictureList, buryPicture, pictureTableOf } from '../pictures/picture-list.ts'
import { endSubscriptions } from '../push/subscriptions.ts'
import { type AnyList, bury, tableOf } from '../records/record-list.ts'
import { PRESCRIPTIONS } from '../scans/prescriptions.ts'
import type { Erasure } from '../sync/erasure-journal.ts'
import { tombstones } from '../sync/tables.ts'
import type { RecordKind } from '../sync/writes.ts'
import { eraseAccount, erasePerson } from './erase-account.ts'

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
        case 'sharing':
          await noteEndFor(tx, erasure.user, erasure.id, Date.parse(erasure.at))
          break
        case 'session':
          erased.sessions += await endSessions(tx, eq(sessions.id, erasure.id), erasure.at)
          await endSubscriptions(tx, eq(pushSubscriptions.sessionId, erasure.id))
          break
        case 'token':
          await endTokens(tx, eq(personalTokens.id, erasure.id), new Date(erasure.at))
          break
        case 'sessions': {
          const then = and(eq(sessions.userId, erasure.user), lte(sessions.createdAt, new Date(erasure.at)))
          erased.sessions += await endSessions(tx, then, erasure.at)
          await endTokens(
            tx,
            and(eq(personalTokens.userId, erasure.user), lte(personalTokens.createdAt, new Date(erasure.at))),
            new Date(erasure.at),
          )
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
      if (erasure.kind === 'account') erased.accounts += await eraseAccount(tx, erasure.user, Date.parse(erasure.at))
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

/** The helper is told of the end even if the snapshot is older than the grant. */
async function endGrant(tx: Database, { user, id, helper, at }: Extract<Erasure, { kind: 'grant' }>): Promise<void> {
  if (helper !== undefined) await noteEndFor(tx, helper, user, Date.parse(at))
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
 * Deletes the person again and keeps the id from being used, as a deletion does (S11.7). An id that belongs to somebody
 * else is left alone.
 */
async function erasePersonAgain(tx: Database, { user, id, at }: Extract<Erasure, { kind: 'person' }>): Promise<void> {
  const [found] = await tx.select({ ownerId: people.ownerId }).from(people).where(eq(people.id, id))
  if (found && found.ownerId !== user) return
  if (found) await erasePerson(tx, id, Date.parse(at))
  await tx
    .insert(tombstones)
    .values({ userId: user, id, kind: 'person', deletedAt: new Date(at) })
    .onConflictDoNothing()
}
