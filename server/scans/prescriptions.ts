import { addMedication, duplicateRefusal } from '#domain/commands/medication-effects.ts'
import { t } from '#domain/language/translate.ts'
import type { MedicationId, PrescriptionId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import {
  PRESCRIPTION_LIMIT,
  type PrescriptionFields,
  prescriptionImagePath,
  type ReviewedMedication,
  type SaidFacts,
} from '#domain/protocol/prescriptions.ts'
import { isSameMedicine, type Medication } from '#domain/records/medication.ts'
import { LABEL_FACTS, type LabelFact, newestFirst, type Prescription } from '#domain/records/prescription.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'
import { MEDICATIONS } from '../medications/medications.ts'
import { addPictureEffect, findPicture, type PictureList, updatePicture } from '../pictures/picture-list.ts'
import type { Pictures } from '../pictures/picture-upload.ts'
import { prescriptions } from '../pictures/tables.ts'
import { recordsAlike } from '../records/record-likeness.ts'
import { insertRecord } from '../records/record-list.ts'
import { refusal, refused } from '../sync/answer.ts'
import type { SyncState } from '../sync/state.ts'
import type { Effect, Writer, WriteScope } from '../sync/writes.ts'

/** The list of scans (picture-list.ts), newest first. */
export const PRESCRIPTIONS: PictureList<typeof prescriptions> = {
  name: 'prescriptions',
  kind: 'prescription',
  table: prescriptions,
  get notFound() {
    return refused(404, 'not_found', t('This prescription is not in your history.'))
  },
  get gone() {
    return refused(410, 'prescription_gone', t('This prescription was deleted on another device.'))
  },
  limit: PRESCRIPTION_LIMIT,
  get full() {
    return refused(
      422,
      'invalid',
      t('Your account holds {count} scans, the most there can be. Delete one that you no longer need.', {
        count: PRESCRIPTION_LIMIT,
      }),
    )
  },
  order: newestFirst,
}

/** What was read from a picture. */
export type Scanned = Pick<Prescription, 'ocrText' | LabelFact | 'sources' | 'extractedMedications'>

/** Returns the ETag of the list: the database's epoch, the user and the list's version (docs/sync-spec.md, S3). */
export const prescriptionsEtag = (epoch: string, user: Pick<Writer, 'id'>, state: SyncState): string =>
  `"${epoch}.${user.id}.${state.prescriptionsVersion}"`

/** Adds a scan whose files have already been written (picture-list.ts). */
export const addPrescriptionEffect = (
  scope: WriteScope,
  { fields, pictures, scanned }: { fields: PrescriptionFields; pictures: Pictures; scanned: Scanned },
): Promise<Effect & { took: boolean }> =>
  addPictureEffect(PRESCRIPTIONS, scope, {
    id: fields.id,
    pictures,
    recordOf: (id) => ({
      id: id as PrescriptionId,
      scanType: fields.scanType,
      uploadMethod: fields.uploadMethod,
      imageUrl: prescriptionImagePath(id),
      ...scanned,
      createdAt: fields.createdAt ?? toInstant(scope.now),
    }),
  })

/**
 * Adds the medications that the user chose, either all of them or, if one makes no sense, none: 200 with how many were
 * added, and the names of those that existed already (readings, scans).
 */
export async function confirmEffect(
  scope: WriteScope,
  id: string,
  chosen: readonly ReviewedMedication[],
): Promise<Effect> {
  const { tx, user, now } = scope
  const found = await findPicture(tx, PRESCRIPTIONS, user.id, id)
  if (!found) return PRESCRIPTIONS.notFound
  const created: Medication[] = []
  for (const [index, reviewed] of chosen.entries()) {
    const one = addMedication(
      {
        ...reviewed,
        schedule: reviewed.schedule ?? scheduleOf(found.record, reviewed),
        id: scope.newId() as MedicationId,
        important: false,
        // Lists show the newest first: created a millisecond apart, they appear in the order of the label.
        createdAt: toInstant(now - index),
      },
      now,
      { mayLackTimes: true },
    )
    if (!one.ok) return refusal(one.error)
    const problem = await MEDICATIONS.reference(tx, user.id, one.value, null)
    if (problem) return refusal(problem)
    created.push(one.value)
  }
  const known = await recordsAlike(tx, MEDICATIONS, user.id, created)
  const added: Medication[] = []
  const skippedDuplicates: string[] = []
  for (const record of created) {
    if (duplicateRefusal(record, [...known, ...added], now, user.zone)) skippedDuplicates.push(record.name)
    else added.push(record)
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

/** Stores what the user says the label says: 200 with the scan, in which these facts are sure. */
export async function correctEffect({ tx, user }: WriteScope, id: string, said: SaidFacts): Promise<Effect> {
  const found = await findPicture(tx, PRESCRIPTIONS, user.id, id)
  if (!found) return PRESCRIPTIONS.notFound
  const { record } = found
  const { doctorName = record.doctorName, pharmacyName = record.pharmacyName } = said
  const { prescriptionDate = record.prescriptionDate } = said
  const sources = { ...record.sources }
  for (const fact of LABEL_FACTS)
    if (said[fact] !== undefined && sources[fact]) sources[fact] = { ...sources[fact], confidence: 'sure' }
  const corrected: Prescription = { ...record, doctorName, pharmacyName, prescriptionDate, sources }
  await updatePicture(tx, PRESCRIPTIONS, user.id, corrected)
  return { status: 200, body: corrected, changes: 'prescriptions' }
}

/**
 * Without times, it is "only when needed" only if the label says so (readings, scans). Otherwise it is every day, and
 * the user is asked for the times.
 */
function scheduleOf({ extractedMedications }: Prescription, reviewed: ReviewedMedication): Schedule {
  const schedule = extractedMedications.find((one) => isSameMedicine(one, reviewed))?.schedule
  if (!schedule) return { kind: 'daily' }
  const hasTimes = reviewed.reminderTimes.length > 0
  return schedule.kind === 'as-needed' && hasTimes ? { kind: 'daily' } : schedule
}
