import * as z from 'zod/mini'
import type { Brand } from '../lib/brand.ts'

/** The number that a package's barcode stands for (Global Trade Item Number), as 14 digits whatever was printed. */
export type Gtin = Brand<string, 'Gtin'>

/** The most barcodes of one medication: packs of different sizes, and of different makers. */
export const MOST_BARCODES = 20

export const isGtin = (text: string): text is Gtin =>
  /^\d{14}$/.test(text) && !/^0+$/.test(text) && hasRightCheckDigit(text)

/** The last digit makes the sum of all, every other one tripled from the left, a multiple of ten. */
const hasRightCheckDigit = (digits: string): boolean =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 3 : 1), 0) % 10 === 0

export const gtinSchema = z.pipe(
  z.string().check(z.refine(isGtin, 'must be a GTIN of 14 digits with a right check digit')),
  z.transform((digits) => digits as Gtin),
)

/** Returns the number as it is printed below the bars: 8, 12, 13 or 14 digits. */
export const printedBarcode = (gtin: Gtin): string => gtin.replace(/^(0{6}|00?)(?=\d)/, '')
