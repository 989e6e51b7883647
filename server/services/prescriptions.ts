import { and, count, eq } from 'drizzle-orm'
import { addMedication, duplicateRefusal } from '#domain/commands/medication-effects.ts'
import { type MedicationId, type PrescriptionId, uuidSchema } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import {
  PRESCRIPTION_LIMIT,
  type PrescriptionFields,
  prescriptionImagePath,
  type ReviewedMedication,
} from '#domain/protocol/prescriptions.ts'
import { isSameMedicine, type Medication } from '#domain/records/medication.ts'
import { newestFirst, type Prescription } from '#domain/records/prescription.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'
import type { Database } from '../db/database.ts'
import { prescriptions, tombstones } from '../db/schema/index.ts'
import { MEDICATIONS, medicationsOf } from './medications.ts'
import type { Pictures } from './picture-upload.ts'
import { ID_CONFLICT, insertRecord, wasDeleted } from './record-list.ts'
import { refusal, refused } from './sync-answer.ts'
import type { SyncState } from './sync-state.ts'
import type { Effect, Writer, WriteScope } from './sync-writes.ts'

export const PRESCRIPTION_NOT_FOUND = refused(404, 'not_found', 'This prescription is not in your history.')
const DELETED = refused(410, 'prescription_gone', 'This prescription was deleted on another device.')
const FULL = refused(
  422,
  'invalid',
  `Your account holds ${PRESCRIPTION_LIMIT} scans, the most there can be. Delete one that you no longer need.`,
)

/** What was read from a picture. */
export type Scanned = Pick<
  Prescription,
  'ocrText' | 'doctorName' | 'pharmacyName' | 'prescriptionDate' | 'extractedMedications'
>

/** Every scan of the user, the newest first. */
export async function prescriptionsOf(db: Database, userId: string): Promise<Prescription[]> {
  const rows = await db
    .select({ record: prescriptions.record })
    .from(prescriptions)
    .where(eq(prescriptions.userId, userId))
  return rows.map(({ record }) => record).sort(newestFirst)
}

/** The validator of the list: the database's epoch, the user and the list's version (DESIGN §5, rule 3). */
export const prescriptionsEtag = (epoch: string, user: Pick<Writer, 'id'>, state: SyncState): string =>
  `"${epoch}.${user.id}.${state.prescriptionsVersion}"`

const ownedBy = (userId: string, id: string) =>
  and(eq(prescriptions.userId, userId), eq(prescriptions.id, id))

/** A scan of the user with its files; null for any other id, also one of somebody else. */
export async function findPrescription(
  db: Database,
  userId: string,
  id: string,
): Promise<(Pictures & { record: Prescription }) | null> {
  if (!uuidSchema.safeParse(id).success) return null
  const [row] = await db.select().from(prescriptions).where(ownedBy(userId, id))
  return row ?? null
}

/**
 * Adds a scan whose files are written already: 201 with it. The same picture under the same id again answers what is there. An id
 * that was deleted is never written again; one that another record has is a conflict. `took`: whether the files are the scan's.
 */
export async function addPrescriptionEffect(
  scope: WriteScope,
  { fields, pictures, scanned }: { fields: PrescriptionFields; pictures: Pictures; scanned: Scanned },
): Promise<Effect & { took: boolean }> {
  const { tx, user, now } = scope
  const no = (effect: Effect) => ({ ...effect, took: false })
  const id = fields.id ?? (scope.newId() as PrescriptionId)
  const known = await findPrescription(tx, user.id, id)
  if (known) {
    return no(known.uploadHash === pictures.uploadHash ? { status: 201, body: known.record } : ID_CONFLICT)
  }
  if (fields.id && (await wasDeleted(tx, id))) return no(DELETED)
  const [held] = await tx
    .select({ scans: count() })
    .from(prescriptions)
    .where(eq(prescriptions.userId, user.id))
  if ((held?.scans ?? 0) >= PRESCRIPTION_LIMIT) return no(FULL)
  const record: Prescription = {
    id,
    scanType: fields.scanType,
    uploadMethod: fields.uploadMethod,
    imageUrl: prescriptionImagePath(id),
    ...scanned,
    createdAt: fields.createdAt ?? toInstant(now),
  }
  const inserted = await tx
    .insert(prescriptions)
    .values({ id, userId: user.id, record, ...pictures })
    .onConflictDoNothing()
    .returning({ id: prescriptions.id })
  if (inserted.length === 0) return no(ID_CONFLICT)
  return { status: 201, body: record, changes: 'prescriptions', took: true }
}

/**
 * Adds the medications that the person chose, all of them or, when one makes no sense, none: 200 with how many there are now, and the
 * names of those that were there already (READINGS, scans).
 */
export async function confirmEffect(
  scope: WriteScope,
  id: string,
  chosen: readonly ReviewedMedication[],
): Promise<Effect> {
  const { tx, user, now } = scope
  const found = await findPrescription(tx, user.id, id)
  if (!found) return PRESCRIPTION_NOT_FOUND
  const known = await medicationsOf(tx, user.id)
  const added: Medication[] = []
  const skippedDuplicates: string[] = []
  for (const reviewed of chosen) {
    const created = addMedication(
      {
        ...reviewed,
        schedule: reviewed.schedule ?? scheduleOf(found.record, reviewed),
        id: scope.newId() as MedicationId,
        important: false,
        createdAt: toInstant(now),
      },
      now,
      { mayLackTimes: true },
    )
    if (!created.ok) return refusal(created.error)
    const isThere = duplicateRefusal(created.value, [...known, ...added], now, user.zone) !== null
    if (isThere) skippedDuplicates.push(reviewed.name)
    else added.push(created.value)
  }
  for (const record of added) {
    if (!(await insertRecord(tx, MEDICATIONS, user.id, { record, origins: {} }))) {
      throw new Error('a new id is taken')
    }
    await MEDICATIONS.plan(tx, user.id, record, now)
  }
  const effect: Effect = { status: 200, body: { count: added.length, skippedDuplicates } }
  return added.length > 0 ? { ...effect, changes: 'medications' } : effect
}

/** Without times, "only when needed" only if the label says so (READINGS, scans); else every day, and the times are asked for. */
function scheduleOf({ extractedMedications }: Prescription, reviewed: ReviewedMedication): Schedule {
  const extracted = extractedMedications.find((one) => isSameMedicine(one, reviewed))
  if (!extracted) return { kind: 'daily' }
  const hasTimes = reviewed.reminderTimes.length > 0
  return extracted.schedule.kind === 'as-needed' && hasTimes ? { kind: 'daily' } : extracted.schedule
}

/** Deletes a scan and leaves a tombstone; a second time there is nothing, 404. Its files are orphans from the commit on. */
export async function deletePrescriptionEffect({ tx, user, now }: WriteScope, id: string): Promise<Effect> {
  if (!(await findPrescription(tx, user.id, id))) return PRESCRIPTION_NOT_FOUND
  await buryPrescription(tx, user.id, id, now)
  return { status: 200, body: { success: true }, changes: 'prescriptions' }
}

/** Takes a scan away and leaves a tombstone, whether it is there or not. */
export async function buryPrescription(tx: Database, userId: string, id: string, now: number): Promise<void> {
  await tx.delete(prescriptions).where(ownedBy(userId, id))
  await tx
    .insert(tombstones)
    .values({ userId, id, kind: 'prescription', deletedAt: new Date(now) })
    .onConflictDoNothing()
}
