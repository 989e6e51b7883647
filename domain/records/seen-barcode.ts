import { type Gtin, isGtin } from './barcode.ts'

/** What a reader saw: the text of the code, and its kind as BarcodeDetector names it; null if somebody typed it. */
export interface SeenBarcode {
  text: string
  format: BarcodeFormat | null
}

/** The kinds of barcodes on packages that can hold a GTIN. */
export const BARCODE_FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'data_matrix'] as const
export type BarcodeFormat = (typeof BARCODE_FORMATS)[number]

/** Returns the GTIN of a barcode; null if it holds none, or was misread. */
export function gtinOf({ text, format }: SeenBarcode): Gtin | null {
  const digits = format === null ? text.replace(/[\s-]/g, '') : text
  const found = format === 'data_matrix' ? gtinOfElements(text) : plainDigits(digits, format)?.padStart(14, '0')
  return found !== undefined && isGtin(found) ? found : null
}

const plainDigits = (digits: string, format: BarcodeFormat | null): string | undefined => {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return undefined
  return format === 'upc_e' && digits.length === 8 ? longUpc(digits) : digits
}

/** UPC-E leaves out zeros; its last digit but one says where (GS1 General Specifications, section 5.2.2.4.2). */
function longUpc(short: string): string {
  const [system, body, how, check] = [short.slice(0, 1), short.slice(1, 6), Number(short[6]), short.slice(7)]
  if (how <= 2) return `${system}${body.slice(0, 2)}${how}0000${body.slice(2)}${check}`
  if (how === 3) return `${system}${body.slice(0, 3)}00000${body.slice(3)}${check}`
  if (how === 4) return `${system}${body.slice(0, 4)}00000${body.slice(4)}${check}`
  return `${system}${body}0000${how}${check}`
}

/** Ends an element whose length is not fixed. */
const SEPARATOR = '\x1d'
/** Elements of fixed length, by the first two digits of their identifier, which counts (section 7.8.5 there). */
const FIXED: Record<string, number> = {
  '00': 20,
  '02': 16,
  '03': 16,
  '04': 18,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((date) => [date, 8])),
  '20': 4,
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((measure) => [measure, 10])),
  '41': 16,
}

/**
 * Returns the digits behind the identifier 01. Readers give the elements as they are, with the code's own mark before
 * them or not, or with their identifiers in brackets.
 */
function gtinOfElements(text: string): string | undefined {
  const bracketed = /^\(\d{2,4}\)/.test(text) ? /\(01\)(\d{14})(?:\(|$)/.exec(text) : null
  if (bracketed) return bracketed[1]
  let rest = text.replace(/^\]d\d/, '')
  while (rest !== '') {
    if (rest.startsWith(SEPARATOR)) rest = rest.slice(1)
    else if (rest.startsWith('01')) return rest.slice(2, 16)
    else rest = afterElement(rest)
  }
  return undefined
}

function afterElement(elements: string): string {
  const length = FIXED[elements.slice(0, 2)] ?? elements.indexOf(SEPARATOR)
  return length === -1 ? '' : elements.slice(length)
}
