import type { DoseEventId, MedicationId, SupplyEventId } from '#domain/lib/ids.ts'
import { msOf } from '#domain/lib/instant.ts'
import { DOCUMENT_LIMIT, imagePath } from '#domain/protocol/documents.ts'
import type { ImportCounts, ImportProblem, PictureCounts } from '#domain/protocol/import.ts'
import { PRESCRIPTION_LIMIT, prescriptionImagePath } from '#domain/protocol/prescriptions.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Emergency } from '#domain/records/emergency-card.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import type { Database } from '../db/database.ts'
import { pauses } from '../platform/turns.ts'
import type { Writer } from '../sync/writes.ts'
import type { ExportedRecords } from './exported-records.ts'
import { type Holdings, readHoldings } from './holdings.ts'
import { importedId } from './imported-ids.ts'
import { type Archive, countsOf, newOnes, type Placed, placed, placesOf } from './placed.ts'
import { appointmentProblems, followProblems, fullness, medicationProblems } from './plan-problems.ts'
import type { WithPicture } from './record-faults.ts'

/** What an import adds, under the new ids. It is valid as long as the account is at that commit. */
export interface ImportPlan {
  seq: number
  medications: Medication[]
  doses: DoseEvent[]
  supply: SupplyEvent[]
  appointments: Appointment[]
  documents: NewPicture<MedicalDocument>[]
  prescriptions: NewPicture<Prescription>[]
  /** The emergency card, if the account has none. */
  emergency: Emergency | null
  counts: {
    medications: ImportCounts
    doses: ImportCounts
    supply: ImportCounts
    appointments: ImportCounts
    documents: PictureCounts
    prescriptions: PictureCounts
    emergency: ImportCounts
  }
  problems: ImportProblem[]
}

export interface NewPicture<R> {
  record: R
  /** Its picture inside the zip. */
  file: string
}

/** Compares the records of an export with what the account contains. `now` is in milliseconds. */
export async function planImport(
  db: Database,
  user: Writer,
  { records, archive, now }: { records: ExportedRecords; archive: Archive; now: number },
): Promise<ImportPlan> {
  const held = await readHoldings(db, user, records)
  const places = placesOf(held, user, archive)
  const medications = withFollowed(placed(records.medications, places.medication))
  const appointments = placed(records.appointments, places.appointment)
  const documents = placed(withPicture(records.documents, archive), places.document)
  const scans = placed(withPicture(records.prescriptions, archive), places.prescription)
  const doses = await placedDoses(records.doses, medications, held)
  const supply = await placedSupply(records.supply, medications, held)
  const emergency = held.emergency === null ? records.emergency : null
  const added = { documents: newOnes(documents), scans: newOnes(scans) }
  return {
    seq: held.seq,
    medications: newOnes(medications),
    doses: doses.added,
    supply: supply.added,
    appointments: newOnes(appointments),
    documents: added.documents.map((one) => newPicture(one, imagePath)),
    prescriptions: added.scans.map((one) => newPicture(one, prescriptionImagePath)),
    emergency,
    counts: {
      medications: countsOf(medications),
      doses: doses.counts,
      supply: supply.counts,
      appointments: countsOf(appointments),
      documents: pictureCounts(documents, records.documents),
      prescriptions: pictureCounts(scans, records.prescriptions),
      emergency: cardCounts(records.emergency, emergency),
    },
    problems: [
      ...medicationProblems(medications, held, { user, now }),
      ...followProblems(medications, held),
      ...appointmentProblems(appointments, held),
      ...fullness('documents', held.documents.size + added.documents.length, DOCUMENT_LIMIT),
      ...fullness('prescriptions', held.prescriptions.size + added.scans.length, PRESCRIPTION_LIMIT),
    ],
  }
}

/** A plan that follows another medication names it by the id that it has here. */
function withFollowed(medications: readonly Placed<Medication>[]): Placed<Medication>[] {
  const ids = new Map<string, MedicationId>(medications.map(({ from, record }) => [from, record.id]))
  const follow = <P extends Pick<Plan, 'schedule'>>(plan: P): P => {
    const { schedule } = plan
    if (schedule.kind !== 'after-dose') return plan
    return { ...plan, schedule: { ...schedule, medicationId: ids.get(schedule.medicationId) ?? schedule.medicationId } }
  }
  return medications.map(({ record, ...place }) => ({
    ...place,
    record: { ...follow(record), versions: record.versions.map(follow) },
  }))
}

/** Log entries follow their medications: under another medication id, slots and entries have other ids too. */
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

/** The same for supplies, without slots. */
async function placedSupply(
  events: readonly SupplyEvent[],
  medications: readonly Placed<Medication>[],
  held: Holdings,
): Promise<{ added: SupplyEvent[]; counts: ImportCounts }> {
  const medicationIds = new Map(medications.map(({ from, record }) => [from, record.id]))
  const ids = new Map<string, SupplyEventId>()
  const added: SupplyEvent[] = []
  const pause = pauses()
  for (const event of events) {
    await pause()
    const medicationId = medicationIds.get(event.medicationId) ?? event.medicationId
    const id = medicationId === event.medicationId ? event.id : importedId(medicationId, event.id, msOf(event.at))
    ids.set(event.id, id)
    if (held.supply.has(id)) continue
    added.push({ ...event, id, medicationId, undoes: event.undoes && (ids.get(event.undoes) ?? event.undoes) })
  }
  return { added, counts: { inFile: events.length, added: added.length, there: events.length - added.length } }
}

const withPicture = <R extends { file: string }>(records: readonly R[], archive: Archive): R[] =>
  records.filter(({ file }) => archive.hasPicture(file))

/** Returns a record under its new id; `pathOf` returns the new path of its picture. */
function newPicture<R extends { id: string; imageUrl: string }>(
  { file, ...record }: WithPicture<R>,
  pathOf: (id: string) => string,
): NewPicture<R> {
  return { record: { ...record, imageUrl: pathOf(record.id) } as unknown as R, file }
}

function cardCounts(inFile: Emergency | null, added: Emergency | null): ImportCounts {
  if (inFile === null) return { inFile: 0, added: 0, there: 0 }
  return added === null ? { inFile: 1, added: 0, there: 1 } : { inFile: 1, added: 1, there: 0 }
}

const pictureCounts = (placed: readonly Placed<unknown>[], inFile: readonly unknown[]): PictureCounts => ({
  ...countsOf(placed),
  inFile: inFile.length,
  withoutPicture: inFile.length - placed.length,
})
