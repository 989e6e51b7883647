import { t } from '#domain/language/translate.ts'
/** The accepted kinds of picture, recognised by their bytes; a name or a declared type proves nothing. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'heic'

const at = (bytes: Buffer, from: number, text: string): boolean =>
  bytes.subarray(from, from + text.length).equals(Buffer.from(text, 'latin1'))

/** The ISO/IEC 23008-12 brands for pictures coded with HEVC, and the two that name no codec, as iPhones write them. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Returns the kind that the first bytes show, or null for none of ours. */
export function pictureKind(bytes: Buffer): PictureKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (at(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (at(bytes, 0, 'RIFF') && at(bytes, 8, 'WEBP')) return 'webp'
  if (at(bytes, 4, 'ftyp') && HEIC_BRANDS.has(bytes.subarray(8, 12).toString('latin1'))) return 'heic'
  return null
}

/** Returns what a user is told about a file that is not a picture we accept. */
export function kindProblem(bytes: Buffer): string {
  if (bytes.length === 0) return t('The file is empty.')
  if (at(bytes, 0, '%PDF')) {
    return t('A PDF cannot be saved as a document. Take a photo of the page, or save the page as a picture.')
  }
  return t('This file is not a picture that can be saved. Use JPEG, PNG, WebP or HEIC.')
}
