import { and, asc, eq, gt, or } from 'drizzle-orm'
import { duplicateVisit } from '#domain/commands/appointment-effects.ts'
import { duplicateRefusal } from '#domain/commands/medication-effects.ts'
import { EXPORT_FILES } from '#domain/export/format.ts'
import type { AppointmentId, DocumentId, DoseEventId, MedicationId, PrescriptionId } from '#domain/lib/ids.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { DOCUMENT_LIMIT, imagePath } from '#domain/protocol/documents.ts'
import type { ImportCounts, ImportProblem, PictureCounts } from '#domain/protocol/import.ts'
import { PRESCRIPTION_LIMIT, prescriptionImagePath } from '#domain/protocol/prescriptions.ts'
import { type Appointment, visitKey } from '#domain/records/appointment.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { isActive, type Medication, medicineKey } from '#domain/records/medication.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { appointmentsOf } from '../appointments/appointments.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { medicationsOf } from '../medications/medications.ts'
import { medicalDocuments, prescriptions } from '../pictures/tables.ts'
import { pauses } from '../platform/turns.ts'
import { inLogUpTo } from '../sync/log-place.ts'
import { readState } from '../sync/state.ts'
import { doseEvents, tombstones } from '../sync/tables.ts'
import type { Writer } from '../sync/writes.ts'
import type { ExportArchive } from './export-archive.ts'
import type { ExportedRecords, WithPicture } from './exported-records.ts'
import { importedId } from './imported-ids.ts'

/** What the account holds, as of its commit `seq`. */
interface Holdings {
  seq: number
  medications: Medication[]
  appointments: Appointment[]
  documents: Set<string>
  prescriptions: Set<string>
  doses: Set<string>
  /** Ids that were deleted, and are never written again (S11.7). */
  deleted: Set<string>
}

/** What an import adds, under the ids it has here. It is right as long as the account is at that commit. */
export interface ImportPlan {
  seq: number
  medications: Medication[]
  doses: DoseEvent[]
  appointments: Appointment[]
  documents: NewPicture<MedicalDocument>[]
  prescriptions: NewPicture<Prescription>[]
  counts: {
    medications: ImportCounts
    doses: ImportCounts
    appointments: ImportCounts
    documents: PictureCounts
    prescriptions: PictureCounts
  }
  problems: ImportProblem[]
}

export interface NewPicture<R> {
  record: R
  /** Its picture inside the zip. */
  file: string
}

type Archive = Pick<ExportArchive, 'accountId' | 'hasPicture'>

/** Compares the records of an export with what the account holds. `now` in milliseconds. */
export async function planImport(
  db: Database,
  user: Writer,
  { records, archive, now }: { records: ExportedRecords; archive: Archive; now: number },
): Promise<ImportPlan> {
  const held = await readHoldings(db, user, records)
  const places = placesOf(held, user, archive)
  const medications = placed(records.medications, places.medication)
  const appointments = placed(records.appointments, places.appointment)
  const documents = placed(withPicture(records.documents, archive), places.document)
  const scans = placed(withPicture(records.prescriptions, archive), places.prescription)
  const doses = await placedDoses(records.doses, medications, held)
  const added = { documents: newOnes(documents), scans: newOnes(scans) }
  return {
    seq: held.seq,
    medications: newOnes(medications),
    doses: doses.added,
    appointments: newOnes(appointments),
    documents: added.documents.map((one) => newPicture(one, imagePath)),
    prescriptions: added.scans.map((one) => newPicture(one, prescriptionImagePath)),
    counts: {
      medications: countsOf(medications),
      doses: doses.counts,
      appointments: countsOf(appointments),
      documents: pictureCounts(documents, records.documents),
      prescriptions: pictureCounts(scans, records.prescriptions),
    },
    problems: [
      ...medicationProblems(medications, held, { user, now }),
      ...appointmentProblems(appointments, held),
      ...fullness('documents', held.documents.size + added.documents.length, DOCUMENT_LIMIT),
      ...fullness('prescriptions', held.prescriptions.size + added.scans.length, PRESCRIPTION_LIMIT),
    ],
  }
}

async function readHoldings(db: Database, user: Writer, records: ExportedRecords): Promise<Holdings> {
  // First: what is read behind it is at least as new, and an import that finds another commit plans again.
  const { seq } = await readState(db, user.id)
  const named = [records.medications, records.appointments, records.documents, records.prescriptions].flatMap((list) =>
    list.map(({ id }): string => id),
  )
  const idsIn = async (table: typeof medicalDocuments | typeof prescriptions) =>
    idsOf(await db.select({ id: table.id }).from(table).where(eq(table.userId, user.id)))
  const deleted = await db
    .select({ id: tombstones.id })
    .from(tombstones)
    .where(or(eq(tombstones.userId, user.id), among(tombstones.id, named)))
  return {
    seq,
    medications: await medicationsOf(db, user.id),
    appointments: await appointmentsOf(db, user.id),
    documents: await idsIn(medicalDocuments),
    prescriptions: await idsIn(prescriptions),
    doses: await loggedIds(db, user.id, seq),
    deleted: idsOf(deleted),
  }
}

/** Ids of one statement. */
const PORTION = 2000

async function loggedIds(db: Database, userId: string, upTo: number): Promise<Set<string>> {
  const ids = new Set<string>()
  const own = and(eq(doseEvents.userId, userId), inLogUpTo(upTo))
  const pause = pauses()
  for (let since = 0; ; ) {
    const rows = await db
      .select({ id: doseEvents.id, seq: doseEvents.seq })
      .from(doseEvents)
      .where(and(own, gt(doseEvents.seq, since)))
      .orderBy(asc(doseEvents.seq))
      .limit(PORTION)
    for (const { id } of rows) ids.add(id)
    if (rows.length < PORTION) return ids
    since = rows.at(-1)?.seq ?? 0
    await pause()
  }
}

const idsOf = (rows: readonly { id: string }[]): Set<string> => new Set(rows.map(({ id }) => id))

/** A record of the export with the id it has here, and its place in the file. */
interface Placed<R> {
  record: R
  /** The id in the export. */
  from: string
  /** Whether the account has it already. */
  isThere: boolean
  entry: number
}

type Place<Id extends string> = (record: { id: Id; createdAt: Instant }) => { id: Id; isThere: boolean }

/**
 * Which id a record has here: its own, when the account has that or may have it; else one that is made of its own, another one each
 * time that it was deleted here.
 */
function placesOf(held: Holdings, user: Writer, { accountId }: Archive) {
  const placeAmong =
    <Id extends string>(mine: ReadonlySet<string>): Place<Id> =>
    ({ id, createdAt }) => {
      if (mine.has(id)) return { id, isThere: true }
      if (accountId === user.id && !held.deleted.has(id)) return { id, isThere: false }
      for (let time = 0; ; time += 1) {
        const made = importedId(user.id, id, msOf(createdAt), time)
        if (mine.has(made)) return { id: made, isThere: true }
        if (!held.deleted.has(made)) return { id: made, isThere: false }
      }
    }
  return {
    medication: placeAmong<MedicationId>(new Set(held.medications.map(({ id }) => id))),
    appointment: placeAmong<AppointmentId>(new Set(held.appointments.map(({ id }) => id))),
    document: placeAmong<DocumentId>(held.documents),
    prescription: placeAmong<PrescriptionId>(held.prescriptions),
  }
}

const placed = <Id extends string, R extends { id: Id; createdAt: Instant }>(
  records: readonly R[],
  placeOf: Place<Id>,
): Placed<R>[] =>
  records.map((record, index) => {
    const { id, isThere } = placeOf(record)
    return { record: { ...record, id }, from: record.id, isThere, entry: index + 1 }
  })

const newOnes = <R>(records: readonly Placed<R>[]): R[] =>
  records.filter(({ isThere }) => !isThere).map(({ record }) => record)

function countsOf(records: readonly Placed<unknown>[]): ImportCounts {
  const there = records.filter(({ isThere }) => isThere).length
  return { inFile: records.length, added: records.length - there, there }
}

/** The log follows its medications: another medication has other slots, and its lines other ids. */
async function placedDoses(
  doses: readonly DoseEvent[],
  medications: readonly Placed<Medication>[],
  held: Holdings,
): Promise<{ added: DoseEvent[]; counts: ImportCounts }> {
  const medicationIds = new Map(medications.map(({ from, record }) => [from, record.id]))
  const ids = new Map<string, DoseEventId>()
  const added: DoseEvent[] = []
  const pause = pauses()
  for (const dose of doses) {
    await pause()
    const medicationId = medicationIds.get(dose.medicationId) ?? dose.medicationId
    const isSame = medicationId === dose.medicationId
    const id = isSame ? dose.id : importedId(medicationId, dose.id, msOf(dose.loggedAt))
    ids.set(dose.id, id)
    if (held.doses.has(id)) continue
    const { date, time } = dose.snapshot
    const slotId = dose.slotId && date && time ? slotIdOf(medicationId, date, time) : null
    const undoes = dose.undoes && (ids.get(dose.undoes) ?? dose.undoes)
    added.push({ ...dose, id, medicationId, slotId, undoes })
  }
  const counts = { inFile: doses.length, added: added.length, there: doses.length - added.length }
  return { added, counts }
}

const withPicture = <R extends { file: string }>(records: readonly R[], archive: Archive): R[] =>
  records.filter(({ file }) => archive.hasPicture(file))

/** A record under its id here: `pathOf` says where its picture is then. */
function newPicture<R extends { id: string; imageUrl: string }>(
  { file, ...record }: WithPicture<R>,
  pathOf: (id: string) => string,
): NewPicture<R> {
  return { record: { ...record, imageUrl: pathOf(record.id) } as unknown as R, file }
}

const pictureCounts = (placed: readonly Placed<unknown>[], inFile: readonly unknown[]): PictureCounts => ({
  ...countsOf(placed),
  inFile: inFile.length,
  withoutPicture: inFile.length - placed.length,
})

/** Two active ones of a medicine would remind twice; two that the export has were wanted so. */
function medicationProblems(
  medications: readonly Placed<Medication>[],
  held: Holdings,
  { user, now }: { user: Writer; now: number },
): ImportProblem[] {
  const active = othersOf(held.medications, medications).filter((other) => isActive(other, now, user.zone))
  // Thousands compared with thousands, each with each, would hold up the server for minutes.
  const others = Map.groupBy(active, medicineKey)
  return medications.flatMap(({ record, isThere, entry }) => {
    const isClash = !isThere && isActive(record, now, user.zone)
    const clash = isClash ? duplicateRefusal(record, others.get(medicineKey(record)) ?? [], now, user.zone) : null
    if (!clash) return []
    const rule = `${clash.error}. Delete or stop that one first.`
    return [{ file: EXPORT_FILES.medications, entry, field: 'name', rule }]
  })
}

function appointmentProblems(appointments: readonly Placed<Appointment>[], held: Holdings): ImportProblem[] {
  const upcoming = othersOf(held.appointments, appointments).filter(({ isCompleted }) => !isCompleted)
  const others = Map.groupBy(upcoming, visitKey)
  return appointments.flatMap(({ record, isThere, entry }) => {
    const isClash = !isThere && !record.isCompleted
    const clash = isClash ? duplicateVisit(record, others.get(visitKey(record)) ?? []) : null
    if (!clash) return []
    const rule = `${clash.error}. Delete that one first.`
    return [{ file: EXPORT_FILES.appointments, entry, field: 'doctorName', rule }]
  })
}

/** What the account holds that is not in the export. */
function othersOf<R extends { id: string }>(held: readonly R[], exported: readonly Placed<R>[]): R[] {
  const known = new Set(exported.map(({ record }) => record.id))
  return held.filter(({ id }) => !known.has(id))
}

function fullness(kind: 'documents' | 'prescriptions', total: number, limit: number): ImportProblem[] {
  if (total <= limit) return []
  const rule = `An account holds ${limit} ${kind} at most; with these it would be ${total}.`
  return [{ file: EXPORT_FILES[kind], entry: null, field: null, rule }]
}
