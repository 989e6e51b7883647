import { and, eq, sql } from 'drizzle-orm'
import { addMedication, duplicateRefusal, type NewMedication } from '#domain/commands/medication-effects.ts'
import { touchedUnits, withOrigin } from '#domain/commands/medication-origins.ts'
import { type MedicationId, uuidSchema } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { AddMedicationBody, EditMedicationBody } from '#domain/protocol/medications.ts'
import {
  isActive,
  isSameMedicine,
  type ListedMedication,
  type Medication,
} from '#domain/records/medication.ts'
import type { Database } from '../db/database.ts'
import { doseEvents, medications, tombstones } from '../db/schema/index.ts'
import { forgetMedication, planMedication } from '../reminders/due-index.ts'
import { applyChanges, changesOf } from './medication-edits.ts'
import { refusal, refused } from './sync-answer.ts'
import type { SyncState } from './sync-state.ts'
import type { Effect, Writer, WriteScope } from './sync-writes.ts'

export const NOT_FOUND = refused(404, 'not_found', 'This medication is not in your list.')
export const ID_CONFLICT = refused(409, 'id_conflict', 'Another record already has this id.', 'id')

/** Every record of the user, the oldest first. */
export async function medicationsOf(db: Database, userId: string): Promise<Medication[]> {
  const rows = await db
    .select({ record: medications.record })
    .from(medications)
    .where(eq(medications.userId, userId))
  return rows.map((row) => row.record).sort(byAge)
}

const byAge = (a: Medication, b: Medication): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1

/** The record with its state today in the plan zone (READINGS, Medications). */
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
 * The validator of the list. It names the database's epoch, the user and the list's version, and the date in the plan zone,
 * because a medication that ended yesterday is another record today (DESIGN §5, rule 3).
 */
export function medicationsEtag(epoch: string, user: Writer, state: SyncState, now: number): string {
  return `"${epoch}.${user.id}.${state.medicationsVersion}.${localAt(now, user.zone).date}"`
}

/**
 * Adds a medication: 201 with the record. The same id with the same content answers the record that is there; with other
 * content, or when the id was ever anyone else's or deleted, 409 `id_conflict` (READINGS, Medications).
 */
export async function addMedicationEffect(scope: WriteScope, body: AddMedicationBody): Promise<Effect> {
  const { tx, user, now } = scope
  const { allowDuplicate, id = scope.newId() as MedicationId, createdAt = toInstant(now), ...rest } = body
  const input: NewMedication = { ...rest, id, createdAt }
  const others = await medicationsOf(tx, user.id)
  const known = others.find((record) => record.id === id)
  if (known) {
    return hasContent(known, input) ? { status: 201, body: listed(known, user, now) } : ID_CONFLICT
  }
  if (body.id && (await wasDeleted(tx, id))) return ID_CONFLICT
  const added = addMedication(input, now)
  if (!added.ok) return refusal(added.error)
  const duplicate = allowDuplicate ? null : duplicateRefusal(added.value, others, now, user.zone)
  if (duplicate) return refusal(duplicate)
  const inserted = await tx
    .insert(medications)
    .values({ id, userId: user.id, record: added.value })
    .onConflictDoNothing()
    .returning({ id: medications.id })
  if (inserted.length === 0) return ID_CONFLICT
  await planMedication(tx, user.id, added.value, now)
  return { status: 201, body: listed(added.value, user, now), changes: 'medications' }
}

/** Whether the record still says what the request says. Not its creation: a device's clock may be ahead of ours. */
function hasContent(record: Medication, input: NewMedication): boolean {
  return contentOf(record) === contentOf(input)
}

const contentOf = (medication: Medication | NewMedication): string =>
  JSON.stringify([
    medication.name,
    medication.dosage,
    medication.frequency,
    medication.instructions,
    medication.important ?? false,
    Object.entries(medication.schedule).sort(([a], [b]) => (a < b ? -1 : 1)),
    medication.reminderTimes,
    medication.startDate,
    medication.endDate,
  ])

/** Whether anyone deleted a record of this id: it is never written again (DESIGN §5, rule 11). */
export async function wasDeleted(tx: Database, id: string): Promise<boolean> {
  const rows = await tx.select({ id: tombstones.id }).from(tombstones).where(eq(tombstones.id, id)).limit(1)
  return rows.length > 0
}

/** Edits, stops or resumes a medication: 200 with the record. A request that changes nothing is no commit. */
export async function editMedicationEffect(
  { tx, user, now, seq }: WriteScope,
  id: string,
  body: EditMedicationBody,
): Promise<Effect> {
  const others = await medicationsOf(tx, user.id)
  const before = others.find((record) => record.id === id)
  if (!before) return NOT_FOUND
  const changes = changesOf(before, body)
  const edited = applyChanges(before, changes, body.editedAt, now)
  if (!edited.ok) return refusal(edited.error)
  const after = edited.value
  const duplicate = isSameMedicine(before, after) ? null : duplicateRefusal(after, others, now, user.zone)
  if (duplicate) return refusal(duplicate)
  if (sameButForUpdatedAt(before, after)) return { status: 200, body: listed(before, user, now) }
  const origins = JSON.stringify(withOrigin({}, touchedUnits(changes), seq))
  await tx
    .update(medications)
    .set({ record: after, origins: sql`${medications.origins} || ${origins}::jsonb` })
    .where(ownedBy(user, id))
  await planMedication(tx, user.id, after, now)
  return { status: 200, body: listed(after, user, now), changes: 'medications' }
}

const sameButForUpdatedAt = (a: Medication, b: Medication): boolean =>
  a.stoppedAt === b.stoppedAt && contentOf(a) === contentOf(b)

export const ownedBy = (user: Writer, id: string) =>
  and(eq(medications.userId, user.id), eq(medications.id, id))

/** Deletes a medication with its dose events and leaves a tombstone; a second time there is nothing, 404. */
export async function deleteMedicationEffect({ tx, user, now }: WriteScope, id: string): Promise<Effect> {
  if (!uuidSchema.safeParse(id).success) return NOT_FOUND
  const found = await tx.select({ id: medications.id }).from(medications).where(ownedBy(user, id))
  if (found.length === 0) return NOT_FOUND
  await buryMedication(tx, user.id, id, now)
  return { status: 200, body: { success: true }, changes: 'medications' }
}

/** Takes a record with its dose events and reminders away and leaves a tombstone, whether the record is there or not. */
export async function buryMedication(tx: Database, userId: string, id: string, now: number): Promise<void> {
  await tx.delete(medications).where(and(eq(medications.userId, userId), eq(medications.id, id)))
  await tx.delete(doseEvents).where(and(eq(doseEvents.userId, userId), eq(doseEvents.medicationId, id)))
  await forgetMedication(tx, userId, id)
  await tx
    .insert(tombstones)
    .values({ userId, id, kind: 'medication', deletedAt: new Date(now) })
    .onConflictDoNothing()
}
