import { expect, test } from 'vitest'
import { type Gtin, MOST_BARCODES } from '#domain/records/barcode.ts'
import { instant, METFORMIN, sampleId, sampleMedication } from '#domain/testing/samples.ts'
import { ownerOf, withBarcode } from './use-barcodes.ts'

const GTIN = '09300675003261' as Gtin
const OTHER = '00000096385074' as Gtin

const older = sampleMedication({ barcodes: [OTHER, GTIN] })
const newer = sampleMedication({
  id: sampleId(60),
  barcodes: [GTIN],
  createdAt: instant('2026-11-10 00:00'),
  stoppedAt: instant('2026-11-12 00:00'),
})

test('a barcode means the newest medication that has it, also a stopped one, and never the one being edited', () => {
  const all = [older, newer, sampleMedication({ id: sampleId(61) })]
  expect(ownerOf(GTIN, all, null)?.id).toBe(newer.id)
  expect(ownerOf(GTIN, [...all].reverse(), null)?.id).toBe(newer.id)
  expect(ownerOf(GTIN, all, newer.id)?.id).toBe(METFORMIN)
  expect(ownerOf(OTHER, all, METFORMIN)).toBeUndefined()
})

test('a barcode that is scanned again becomes the newest, and beyond the limit the oldest is forgotten', () => {
  expect(withBarcode([GTIN, OTHER], GTIN)).toEqual([OTHER, GTIN])
  const full = Array.from({ length: MOST_BARCODES }, (_, at) => String(at).padStart(14, '9') as Gtin)
  expect(withBarcode(full, GTIN)).toEqual([...full.slice(1), GTIN])
})
