import { and, eq, gte, isNull } from 'drizzle-orm'
import { toInstant } from '#domain/lib/instant.ts'
import { consentRequests, personalTokens, sessions } from '../accounts/tables.ts'
import type { Database } from '../db/database.ts'
import { adminAudit } from '../db/schema/admin-audit.ts'
import { users } from '../db/schema/users.ts'
import { grants } from '../people/tables.ts'
import { type Erasure, JOURNAL_KEPT } from '../sync/erasure-journal.ts'
import { tombstones } from '../sync/tables.ts'

/**
 * Returns deletions (including those of accounts), ended sessions, revoked tokens and grants and withdrawn consents of
 * the last 35 days that the database knows but the journal does not: from another server of this database, or from a
 * process that ended between commit and journal.
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
  const endedTokens = await db
    .select({ id: personalTokens.id, at: personalTokens.revokedAt })
    .from(personalTokens)
    .where(gte(personalTokens.revokedAt, since))
  const withdrawn = await db
    .select({ user: consentRequests.userId, id: consentRequests.id, at: consentRequests.withdrawnAt })
    .from(consentRequests)
    .where(gte(consentRequests.withdrawnAt, since))
  const revoked = await db
    .select({ user: grants.userId, id: grants.id, helper: grants.helperId, at: grants.revokedAt })
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
    ...endedTokens.flatMap(({ id, at }) => (at ? [{ kind: 'token', id, at: instantOf(at) } as const] : [])),
    ...withdrawn.flatMap(({ at, ...rest }) => (at ? [{ kind: 'consent', ...rest, at: instantOf(at) } as const] : [])),
    ...revoked.flatMap(({ at, helper, ...rest }) =>
      at ? [{ kind: 'grant', ...rest, ...(helper ? { helper } : {}), at: instantOf(at) } as const] : [],
    ),
    ...gone.map(({ user }) => ({ kind: 'account', user, at: toInstant(now) }) as const),
    ...removed.flatMap(({ user, at }) => (user ? [{ kind: 'account', user, at: instantOf(at) } as const] : [])),
  ].filter((erasure) => !journalled.has(nameOf(erasure)))
}

const nameOf = (erasure: Erasure): string =>
  `${erasure.kind} ${'user' in erasure ? erasure.user : ''} ${'id' in erasure ? erasure.id : ''}`
