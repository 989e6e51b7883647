import { describe, expect, it } from 'vitest'
import { type Gtin, gtinSchema, printedBarcode } from './barcode.ts'
import { type BarcodeFormat, gtinOf } from './seen-barcode.ts'

const GS = '\x1d'

describe('a barcode', () => {
  it.each<[string, BarcodeFormat | null, string]>([
    ['9300675003261', 'ean_13', '09300675003261'],
    ['96385074', 'ean_8', '00000096385074'],
    ['036000291452', 'upc_a', '00036000291452'],
    // A reader may give UPC-A as EAN-13, with a zero before it.
    ['0036000291452', 'ean_13', '00036000291452'],
    ['01234565', 'upc_e', '00012345000065'],
    ['04252614', 'upc_e', '00042100005264'],
    ['01234133', 'upc_e', '00012300000413'],
    ['01234543', 'upc_e', '00012340000053'],
    ['012345000065', 'upc_e', '00012345000065'],
    [' 9 300675-003261 ', null, '09300675003261'],
    ['19300675003268', null, '19300675003268'],
  ])('%s of kind %s is %s', (text, format, gtin) => {
    expect(gtinOf({ text, format })).toBe(gtin)
  })

  it.each<[string, string]>([
    ['alone', '0109300675003261'],
    ['first, with expiry, batch and serial number', `010930067500326117290228101A2B${GS}21XYZ123`],
    ['behind a batch, which has no fixed length', `10LOT01${GS}0109300675003261`],
    ['behind an expiry', '172902280109300675003261'],
    ['behind what a country adds', `7100012345${GS}172902280109300675003261`],
    ['behind a separator that began the code', `${GS}0109300675003261${GS}`],
    ['behind the mark of the code', ']d20109300675003261'],
    ['in brackets', '(17)290228(01)09300675003261(10)A01'],
  ])('of a DataMatrix has its GTIN %s', (_where, text) => {
    expect(gtinOf({ text, format: 'data_matrix' })).toBe('09300675003261')
  })

  it.each<[string, string, BarcodeFormat | null]>([
    ['a digit that was misread', '9300675003262', 'ean_13'],
    ['a digit that was misread in a DataMatrix', '0109300675003262', 'data_matrix'],
    ['a batch that only looks like it', `10 0109300675003261`, 'data_matrix'],
    ['no GTIN among its elements', `10LOT01${GS}17290228`, 'data_matrix'],
    ['an element cut off', '0109300675', 'data_matrix'],
    ['an address', 'https://example.org/01/09300675003261', 'data_matrix'],
    ['letters', '93006750O3261', null],
    ['too few digits', '930067500', null],
    ['only zeros', '00000000', 'ean_8'],
    ['nothing', '', null],
  ])('with %s is none', (_what, text, format) => {
    expect(gtinOf({ text, format })).toBeNull()
  })

  it('is stored only as 14 digits whose last one is right', () => {
    expect(gtinSchema.safeParse('09300675003261').success).toBe(true)
    for (const wrong of ['9300675003261', '09300675003260', '0930067500326x', '00000000000000'])
      expect(gtinSchema.safeParse(wrong).success).toBe(false)
  })

  it.each([
    ['09300675003261', '9300675003261'],
    ['00036000291452', '036000291452'],
    ['00000096385074', '96385074'],
    ['19300675003268', '19300675003268'],
  ])('%s is printed as %s', (gtin, printed) => {
    expect(printedBarcode(gtin as Gtin)).toBe(printed)
  })
})
