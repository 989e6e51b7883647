import { and, eq, inArray } from 'drizzle-orm'
import type { MedicationId, UserId } from '#domain/lib/ids.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { isActive } from '#domain/records/medication.ts'
import { basisOf, isToBePushed } from '#domain/supply/notice-log.ts'
import type { NamedNotice } from '#domain/supply/notice-text.ts'
import { supplyNotices as noticesOf } from '#domain/supply/notices.ts'
import type { Database } from '../db/database.ts'
import { supplyNotices } from '../occurrences/tables.ts'
import { supplyStatesOf } from '../supply/supplies.ts'
import type { Writer } from '../sync/writes.ts'

/** What has to be said about a medicine now, and its row in `supply_notices`. */
export interface MorningNotice extends NamedNotice {
  row: typeof supplyNotices.$inferInsert
}

/**
 * Returns what has to be pushed about an account's supplies and was not yet (R10.2, R10.3), and notes it as pushed.
 * Call it in the transaction that claims the account's morning. `now` is in ms.
 */
export async function takeNotices(tx: Database, userId: string, zone: string, now: number): Promise<MorningNotice[]> {
  const standing = await standingNotices(tx, userId, zone, now)
  if (standing.length === 0) return []
  const pushed = await tx
    .select()
    .from(supplyNotices)
    .where(
      and(
        eq(supplyNotices.userId, userId),
        inArray(
          supplyNotices.medicationId,
          standing.map(({ row }) => row.medicationId),
        ),
      ),
    )
  const fresh = standing.filter(({ notice, state, settings, row }) => {
    const own = pushed.filter(({ medicationId }) => medicationId === row.medicationId)
    return isToBePushed(notice, { state, settings, zone }, own)
  })
  if (fresh.length > 0) await tx.insert(supplyNotices).values(fresh.map(({ row }) => row))
  return fresh
}

/** Returns what was pushed on the morning of this date and still holds: a refill since then has ended it. */
export async function noticesStillTrue(
  tx: Database,
  userId: string,
  zone: string,
  { date, now }: { date: LocalDate; now: number },
): Promise<MorningNotice[]> {
  const pushed = await tx
    .select()
    .from(supplyNotices)
    .where(and(eq(supplyNotices.userId, userId), eq(supplyNotices.date, date)))
  const keys = new Set(pushed.map(keyOf))
  return (await standingNotices(tx, userId, zone, now)).filter(({ row }) => keys.has(keyOf(row)))
}

const keyOf = ({ medicationId, about, step, basis }: MorningNotice['row']): string =>
  `${medicationId} ${about} ${step} ${basis}`

/** Returns what home says about the supplies of an account. */
async function standingNotices(tx: Database, userId: string, zone: string, now: number) {
  const user: Writer = { id: userId as UserId, zone }
  const { date } = localAt(now, zone)
  return (await supplyStatesOf(tx, user, now)).flatMap(({ medication, state }) => {
    const settings = medication.supply ?? null
    const isInUse = isActive(medication, now, zone)
    return noticesOf({ state, settings, isInUse }, now, zone).map((notice) => ({
      name: medication.name,
      isEstimate: state?.isEstimate ?? false,
      notice,
      state,
      settings,
      row: {
        userId,
        medicationId: medication.id as MedicationId,
        about: notice.about,
        step: notice.step,
        basis: basisOf(notice, state),
        date,
      },
    }))
  })
}
