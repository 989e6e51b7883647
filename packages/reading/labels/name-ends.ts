import { ENDS_IN_FORM, ENDS_IN_KIND } from './forms.ts'

const MARKS = /(?<![\s,;:.(\-–—|/])[\s,;:.(\-–—|/]+$/u
/** By which book the substance is pure: `Telmisartan Tablets IP`, `Naproxen USP`. */
const PHARMACOPOEIA = /(?<=\p{L}{3}\)?)[.,]?\s+(?:[I|l]\.?\s?P|LP|B\.?\s?P|U\.?\s?S\.?\s?P|Ph\.?\s?Eur|E\.?P)\.?$/u
/** The same behind a form, misread or cut off: `Tablets TP`, `Tablets, US`. */
const MISREAD_PHARMACOPOEIA =
  /(?<=\b(?:tablets?|capsules?|suspension|syrup|injection)),?\s+(?:\S{0,2}\.?\s?P|US|[IBU])\.?$/iu
/** The same without the space before it: `Metronidazolel.P`. */
const JOINED_PHARMACOPOEIA = /(?<=\p{L}{5})[lI|]\s?\.\s?P\.?$/u
/** The sign of a trade mark behind a name, as it is read. */
const TRADE_MARK = /(?<=\p{L}{3})\s?[®™°*"”“]$|(?<=\p{L}{4})\sR$/u
/** How the weight of the substance is counted, not what it is called. */
const WATERLESS = /(?<=\p{L}{3})\s+\(?anhydrous\)?$/iu
/** A letter that is none of the name: `desvenlafaxine e`, but `vitamin d`. */
const SPECK = /(?<!\b[Vv]itamin)\s\p{Ll}$/u
/** Two packages, or the same print twice. */
const SIDE_BY_SIDE = /^(\p{L}{5,40})(?:\s+\1)+$/iu
/** `paracetamol and`, above or before another one. */
const LEADS_ON = /\s(?:and|or|with|of|for|as)$/iu
/** `Amlodipine mg`: of a strength that was not read. */
const ENDS_IN_UNIT = /(?<=\p{L}{4})\s(?:mg|mcg)$/iu

const withoutEnd = (words: string): string =>
  words
    .replace(ENDS_IN_FORM, '')
    .replace(ENDS_IN_KIND, '')
    .replace(PHARMACOPOEIA, '')
    .replace(JOINED_PHARMACOPOEIA, '')
    .replace(WATERLESS, '')
    .replace(MISREAD_PHARMACOPOEIA, '')
    .replace(LEADS_ON, '')
    .replace(ENDS_IN_UNIT, '')
    .replace(MARKS, '')

/** Returns the beginning of a line without what stands behind a name: its form, marks, and how or by which book it is made. */
export function withoutEnds(text: string): string {
  let words = text.replace(MARKS, '')
  for (let next = withoutEnd(words); next !== words; ) {
    words = next
    next = withoutEnd(words)
  }
  if (!words.includes('(')) words = withoutEnd(words.replace(/\)$/, ''))
  return words.replace(TRADE_MARK, '').replace(SPECK, '').replace(SIDE_BY_SIDE, '$1')
}

/** Returns whether nothing else is left of a line than by which book its substance is pure. */
export const isPharmacopoeia = (words: string): boolean => /^(?:[IB]\.?P|U\.?S\.?P|Ph\.?\s?Eur|E\.?P)\.?$/u.test(words)
