import { randomUUID } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { EXPORT_FILES, EXPORT_FORMAT, EXPORT_VERSION } from '#domain/export/format.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { Medication } from '#domain/records/medication.ts'
import { doseOf, medicationOf } from './records.ts'

/** The maximum number of medications in an import. */
const MEDICATIONS = 1000

/** Builds an account's export that was never imported before, with that many lines in the log. */
export function exportedZip(doses: number): Blob {
  const name = randomUUID()
  const medications = Array.from({ length: MEDICATIONS }, (_, index) => medicationOf(`${name} ${index}`))
  const log = Array.from({ length: doses }, (_, place) => doseOf(medications[place % MEDICATIONS] as Medication, place))
  const account = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt: toInstant(Date.now()),
    accountId: randomUUID(),
  }
  const json = (value: unknown) => strToU8(JSON.stringify(value))
  const zip = zipSync(
    {
      [EXPORT_FILES.account]: json(account),
      [EXPORT_FILES.profile]: json([{ email: 'bench@bench.test' }]),
      [EXPORT_FILES.medications]: json(medications),
      [EXPORT_FILES.doses]: json(log),
      [EXPORT_FILES.appointments]: json([]),
      [EXPORT_FILES.documents]: json([]),
      [EXPORT_FILES.prescriptions]: json([]),
    },
    { level: 1 },
  )
  return new Blob([zip as Uint8Array<ArrayBuffer>])
}
