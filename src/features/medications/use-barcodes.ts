import { useEffect, useEffectEvent, useState } from 'react'
import type { MedicationId } from '#domain/lib/ids.ts'
import { type Gtin, MOST_BARCODES } from '#domain/records/barcode.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { useMedications } from '#src/session/reads.ts'
import type { MedicationForm } from './use-medication-form.ts'

/** What a scan found: the medication with that barcode, none, or none before the list has loaded. */
export type Scanned = { kind: 'new' } | { kind: 'too early' } | { kind: 'known'; medication: ListedMedication }

/** Which medication a form is about. */
export interface BarcodeSetup {
  /** The one being edited; null for a new one. */
  edited: MedicationId | null
  /** A barcode that was scanned before the form was opened. */
  scanned: Gtin | null
}

/** Returns the newest medication with that barcode, whether it is still taken or not, except `edited`. */
export const ownerOf = <M extends Pick<ListedMedication, 'id' | 'barcodes' | 'createdAt'>>(
  gtin: Gtin,
  medications: readonly M[],
  edited: MedicationId | null,
): M | undefined =>
  medications
    .filter(({ id, barcodes }) => id !== edited && barcodes?.includes(gtin))
    .reduce<M | undefined>((newest, one) => (newest && newest.createdAt >= one.createdAt ? newest : one), undefined)

/** Returns the barcodes with that one as the newest; beyond the limit the oldest is dropped. */
export const withBarcode = (barcodes: readonly Gtin[], gtin: Gtin): Gtin[] =>
  [...barcodes.filter((other) => other !== gtin), gtin].slice(-MOST_BARCODES)

/** What the newest medication with a barcode proposes for a form in which nothing was typed there yet. */
const PROPOSED = ['name', 'dosage', 'instructions'] as const

/** The barcodes of a medication in its form: a scan adds one, and fills in what is known by it (decision 066). */
export function useBarcodes({ form, values }: Pick<MedicationForm, 'form' | 'values'>, setup: BarcodeSetup) {
  const { edited, scanned } = setup
  const medications = useMedications()
  const load = useFirstLoad()
  const [isScanning, setScanning] = useState(false)
  const [found, setFound] = useState<Scanned | null>(null)

  const learn = (gtin: Gtin) => {
    setScanning(false)
    form.setValue('barcodes', withBarcode(values.barcodes, gtin))
    const medication = ownerOf(gtin, medications ?? [], edited)
    // not translated: a kind of result
    setFound(medication ? { kind: 'known', medication } : { kind: load === 'loaded' ? 'new' : 'too early' })
    if (!medication || edited !== null) return
    for (const field of PROPOSED)
      if (values[field].trim() === '') form.setValue(field, medication[field], { shouldValidate: field === 'name' })
  }
  const isLoaded = medications !== undefined && load !== undefined
  const learnScanned = useEffectEvent(learn)
  useEffect(() => {
    if (scanned && isLoaded) learnScanned(scanned)
  }, [scanned, isLoaded])

  const forget = (gtin: Gtin) => {
    setFound(null)
    form.setValue(
      'barcodes',
      values.barcodes.filter((other) => other !== gtin),
    )
  }
  return { isScanning, found, learn, forget, scan: () => setScanning(true), cancel: () => setScanning(false) }
}
