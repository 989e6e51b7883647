import type { AppointmentId, DocumentId, MedicationId, PrescriptionId } from '#domain/lib/ids.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import type { ImportCounts } from '#domain/protocol/import.ts'
import type { Writer } from '../sync/writes.ts'
import type { ExportArchive } from './export-archive.ts'
import type { Holdings } from './holdings.ts'
import { importedId } from './imported-ids.ts'

export type Archive = Pick<ExportArchive, 'accountId' | 'hasPicture'>

/** A record of the export with its new id and its place in the file. */
export interface Placed<R> {
  record: R
  /** The id in the export. */
  from: string
  /** Whether the account already has it. */
  isThere: boolean
  entry: number
}

type Place<Id extends string> = (record: { id: Id; createdAt: Instant }) => { id: Id; isThere: boolean }

/**
 * Decides the new ids of records. A record keeps its own id if the account has it or may have it. Otherwise the new id
 * is derived from its own, a different one each time it was deleted here.
 */
export function placesOf(held: Holdings, user: Writer, { accountId }: Archive) {
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

export const placed = <Id extends string, R extends { id: Id; createdAt: Instant }>(
  records: readonly R[],
  placeOf: Place<Id>,
): Placed<R>[] =>
  records.map((record, index) => {
    const { id, isThere } = placeOf(record)
    return { record: { ...record, id }, from: record.id, isThere, entry: index + 1 }
  })

export const newOnes = <R>(records: readonly Placed<R>[]): R[] =>
  records.filter(({ isThere }) => !isThere).map(({ record }) => record)

export function countsOf(records: readonly Placed<unknown>[]): ImportCounts {
  const there = records.filter(({ isThere }) => isThere).length
  return { inFile: records.length, added: records.length - there, there }
}
