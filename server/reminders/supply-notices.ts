import { and, eq } from 'drizzle-orm'
import type { MedicationId, PersonId } from '#domain/lib/ids.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { isActive } from '#domain/records/medication.ts'
import type { SupplySettings } from '#domain/records/supply-settings.ts'
import { basisOf, isToBePushed } from '#domain/supply/notice-log.ts'
import type { NamedNotice } from '#domain/supply/notice-text.ts'
import { supplyNotices as noticesOf } from '#domain/supply/notices.ts'
import type { SupplyState } from '#domain/supply/supply-state.ts'
import type { Database } from '../db/database.ts'
import { supplyNotices } from '../occurrences/tables.ts'
import { supplyStatesOf } from '../supply/supplies.ts'
import type { Writer } from '../sync/writes.ts'

/** What has to be said about a medicine now, and its row in `supply_notices`. */
export interface MorningNotice extends NamedNotice {
  state: SupplyState | null
  settings: SupplySettings | null
  row: typeof supplyNotices.$inferInsert
}

/**
 * Returns what has to be said about the supplies of an account, as home says it. It walks plans: call it outside a
 * transaction. `now` is in ms.
 */
export async function standingNotices(
  db: Database,
  userId: string,
  zone: string,
  now: number,
): Promise<MorningNotice[]> {
  const user: Writer = { id: userId as PersonId, zone }
  const { date } = localAt(now, zone)
  return (await supplyStatesOf(db, user, now)).flatMap(({ medication, state }) => {
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

/**
 * Returns which of these were not pushed yet (R10.3), and notes them as pushed. Call it in the transaction that claims
 * the account.
 */
export async function takeFresh(
  tx: Database,
  userId: string,
  zone: string,
  standing: readonly MorningNotice[],
): Promise<MorningNotice[]> {
  if (standing.length === 0) return []
  const pushed = await tx.select().from(supplyNotices).where(eq(supplyNotices.userId, userId))
  const fresh = standing.filter(({ notice, state, settings, row }) => {
    const own = pushed.filter(({ medicationId }) => medicationId === row.medicationId)
    return isToBePushed(notice, { state, settings, zone }, own)
  })
  if (fresh.length > 0) await tx.insert(supplyNotices).values(fresh.map(({ row }) => row))
  return fresh
}

/** Returns which of these were pushed on the morning of this date: a refill since then has ended the others. */
export async function pushedOn(
  tx: Database,
  userId: string,
  date: LocalDate,
  standing: readonly MorningNotice[],
): Promise<MorningNotice[]> {
  if (standing.length === 0) return []
  const pushed = await tx
    .select()
    .from(supplyNotices)
    .where(and(eq(supplyNotices.userId, userId), eq(supplyNotices.date, date)))
  const keys = new Set(pushed.map(keyOf))
  return standing.filter(({ row }) => keys.has(keyOf(row)))
}

const keyOf = ({ medicationId, about, step, basis }: MorningNotice['row']): string =>
  `${medicationId} ${about} ${step} ${basis}`
