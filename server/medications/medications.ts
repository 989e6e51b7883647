import { and, eq } from 'drizzle-orm'
import { addMedication, duplicateRefusal } from '#domain/commands/medication-effects.ts'
import {
  countingChanges,
  knownUnits,
  mergeRecord,
  touchedUnits,
  type UnitChanges,
} from '#domain/commands/medication-origins.ts'
import { isLimited } from '#domain/doses/given-limits.ts'
import { t } from '#domain/language/translate.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { ok } from '#domain/lib/result.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { AddMedicationBody, EditMedicationBody } from '#domain/protocol/medications.ts'
import { isActive, type ListedMedication, type Medication, medicineKey } from '#domain/records/medication.ts'
import { hasNotices } from '#domain/reminders/given-notices.ts'
import { planKey } from '#domain/schedule/same-plan.ts'
import type { Database } from '../db/database.ts'
import { medications } from '../db/schema/records.ts'
import { forgetRecord, planMedication } from '../occurrences/due-index.ts'
import { type RecordList, recordsOf } from '../records/record-list.ts'
import { refused } from '../sync/answer.ts'
import type { SyncState } from '../sync/state.ts'
import { doseEvents, supplyEvents } from '../sync/tables.ts'
import type { Writer } from '../sync/writes.ts'
import { followProblem } from './follow-problem.ts'
import { applyChanges, changesOf } from './medication-edits.ts'

/** Returns whether the user has any medication, in any state. */
export async function hasMedications(db: Database, userId: string): Promise<boolean> {
  const rows = await db.select({ id: medications.id }).from(medications).where(eq(medications.userId, userId)).limit(1)
  return rows.length > 0
}

/** Returns all medications of the user, oldest first. */
export const medicationsOf = (db: Database, userId: string): Promise<Medication[]> => recordsOf(db, MEDICATIONS, userId)

/** Returns the record with today's state in the plan zone (readings, Medications). */
export const listed = (
  record: Medication,
  { zone }: Writer,
  now: number,
): ListedMedication & { important: boolean } => ({
  ...record,
  important: record.important ?? false,
  isActive: isActive(record, now, zone),
})

/**
 * Returns the ETag of the list. It names the database's epoch, the user and the list's version, and the date in the
 * plan zone, because a medication that ended yesterday is a different record today (docs/sync-spec.md, S3).
 */
export function medicationsEtag(epoch: string, user: Writer, state: SyncState, now: number): string {
  return `"${epoch}.${user.id}.${state.medicationsVersion}.${localAt(now, user.zone).date}"`
}

const noticesOf = ({ notices }: Medication) => (hasNotices(notices) ? [notices.headsUp, ...notices.followUps] : null)

const limitsOf = ({ limits }: Medication) => (isLimited(limits) ? [limits.minHours, limits.maxIn24h] : null)

/** The list of medications (record-list.ts). */
export const MEDICATIONS: RecordList<Medication, AddMedicationBody, EditMedicationBody> = {
  name: 'medications',
  kind: 'medication',
  table: medications,
  get notFound() {
    return refused(404, 'not_found', t('This medication is not in your list.'))
  },
  get gone() {
    return refused(410, 'medication_gone', t('This medication was deleted on another device.'))
  },
  listed,
  create({ allowDuplicate: _asked, id, ...rest }, now) {
    return addMedication({ ...rest, id: id as MedicationId }, now)
  },
  // Without the creation time: a device's clock may be ahead of ours.
  contentOf: (medication) =>
    JSON.stringify([
      medication.name,
      medication.dosage,
      medication.frequency,
      medication.instructions,
      medication.important ?? false,
      medication.barcodes ?? [],
      limitsOf(medication),
      noticesOf(medication),
      medication.strength ?? null,
      medication.look ?? null,
      medication.photo ?? null,
      medication.supply ?? null,
      planKey(medication),
    ]),
  likenessOf: medicineKey,
  clash: (after, others, { user, now }) => duplicateRefusal(after, others, now, user.zone),
  reference: followProblem,
  objection: () => null,
  edit({ record, origins }, body, { now, countingFrom }) {
    const all: UnitChanges = changesOf(record, body)
    const changes = countingFrom === undefined ? all : countingChanges(all, origins, countingFrom)
    const edited = applyChanges(record, changes, body.editedAt, now)
    return edited.ok ? ok({ record: edited.value, units: touchedUnits(changes) }) : edited
  },
  merge: ({ record, origins }, given, seq) => mergeRecord(record, origins, given, seq),
  unitsOf: knownUnits,
  plan: planMedication,
  async forget(tx, userId, id, now) {
    await tx.delete(doseEvents).where(and(eq(doseEvents.userId, userId), eq(doseEvents.medicationId, id)))
    await tx.delete(supplyEvents).where(and(eq(supplyEvents.userId, userId), eq(supplyEvents.medicationId, id)))
    await forgetRecord(tx, userId, id, now)
  },
}
