import { hasMedicineEnding, isExtension, isPrintedName } from '../medicines/medicine-names.ts'
import labels from '../vocabulary/labels.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'
import { CUES } from './cues.ts'
import { isForm, OF_DEVICE } from './forms.ts'

/** Manufacturers, as labels print them before the substance. */
const MAKERS: ReadonlySet<string> = new Set(labels.makers.words)
/** Those whose logo is beside the name of a product, and no part of it. */
const LOGOS: ReadonlySet<string> = new Set(labels.logos.words)
/** A piece of the next one may hang on: `SANOFIS`. */
const isLogo = (word: string): boolean => LOGOS.has(word) || (word.length > 5 && LOGOS.has(word.slice(0, -1)))

/** Returns whether a word, in small letters, is a manufacturer. */
export const isMaker = (word: string): boolean => MAKERS.has(word) || LOGOS.has(word)
const PURPOSE = new RegExp(`^(?:${alternatives(labels.purposes.words)})$`, 'iu')

/** Returns whether words only say what something is for, or for which part of the body: `For blood pressure`. */
export const isPurpose = (words: string): boolean =>
  /^for\s/i.test(words) ||
  words
    .split(/[\s/,&+-]+/)
    .filter((word) => word !== '')
    .every((word) => PURPOSE.test(word))

const isKnown = (word: string): boolean =>
  isForm(word) ||
  OF_DEVICE.test(word) ||
  isPrintedName(word) ||
  isExtension(word) ||
  MAKERS.has(word) ||
  hasMedicineEnding(word)

/**
 * Returns whether a word is unknown: before the known name it may be part of an address or of a person's name (`Corbett
 * Ramipril`), behind it a salt that was misread.
 */
export function hasUnknown(words: string): boolean {
  if (isPrintedName(words.toLowerCase())) return false
  const parts = words.split(/[\s/+,()-]+/)
  const at = parts.findIndex((word) => isPrintedName(word.toLowerCase()))
  return parts.some((word, index) =>
    index < at
      ? word.length > 2 && (!isKnown(word.toLowerCase()) || DEVICE.test(word))
      : !isKnown(word.toLowerCase()) && (word.length > LONGEST_CODE || PIECE.test(word)),
  )
}
/** What stands behind the name of its own product, so in front it belongs to another: `FlexPen Atorvastatin`. */
const DEVICE = /(?:pen|star|halers?)$/i
/** `PFS`, `NEB`: what else stands behind a name. */
const LONGEST_CODE = 4
/** The beginning of another word: `Ibuprofen Ad`. */
const PIECE = /^\p{Lu}?\p{Ll}{1,3}$/u

/**
 * Returns a name without what precedes a known one: a few letters are the edge of the paper (`L Cefalexin`), before a
 * colon or a full stop they are a misread name of a field, and a number or a street is an address (`Corbett Close 12 Ramipril`).
 * A maker's logo is none of it either: `Paracetamol gsk`.
 */
export function withoutSpecks(words: string): string {
  const behind = words.slice(Math.max(words.lastIndexOf(':'), words.lastIndexOf('.')) + 1).trim()
  if (behind !== words && isPrintedName(behind.toLowerCase())) return behind
  const parts = words.split(' ').filter((word, _index, all) => all.length === 1 || !isLogo(word.toLowerCase()))
  const at = parts.findIndex((word) => isPrintedName(word.toLowerCase()))
  const before = parts.slice(0, Math.max(0, at))
  const isSpecks =
    at > 0 && before.every((word) => (word.length <= 3 && !/^(?:co|st)$/i.test(word)) || MAKERS.has(word.toLowerCase()))
  const isAddress = at > 1 && CUES.address.test(before.join(' '))
  return (isSpecks || isAddress ? parts.slice(at) : parts).join(' ')
}

/** Names all in capitals are the printer's style; short ones (`HCL`, `XR`) stay. `HCI` is a misread one of them. */
export const written = (words: string): string =>
  words
    .replace(/\bHCI\b/g, 'HCl')
    .replace(/\p{L}[\p{L}'’]*/gu, (word) =>
      word.length > 3 && word === word.toUpperCase() ? word[0] + word.slice(1).toLowerCase() : word,
    )
