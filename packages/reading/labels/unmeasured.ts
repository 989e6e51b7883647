import { isBrand, isPrintedName } from '../medicines/medicine-names.ts'
import { BEGINS_WITH_FORM, ITS_FORM, OF_DEVICE } from './forms.ts'
import { kindOf } from './lines.ts'
import { type Named, nameIn, nameOf, PACK } from './medicine.ts'
import type { Strength } from './strength.ts'

/** A strength without its unit: `Evorel 50 patches`, `Seretide 250 Evohaler`. */
const NUMBER = /(?<=\p{L}{3}\s)(?!0+(?:\s|$))\d{1,4}(?:\.\d{1,2})?(?=\s)/u

/** A strength that could not be read: `Tramadol $0 mg`. */
const MISREAD = /(?<=\p{L}{3})\s+[^\p{L}\d\s(]{1,2}\d/u

/**
 * Returns a medication that a line shows only by its form (`Laxido Orange Sachets`, `Tab. Neurobion`) or that is known,
 * for labels that print no strength. An unknown one is a guess.
 */
export function unmeasuredIn(line: string): Named | null {
  if (kindOf(line) !== 'other') return null
  const pack = PACK.exec(line)?.[0].length ?? 0
  const text = line.slice(pack)
  const number = numberIn(text)
  const end = number?.index ?? MISREAD.exec(text)?.index ?? ITS_FORM.exec(text)?.index ?? text.length
  const name = nameIn(text.slice(0, end))
  if (name === null || /(?<![\p{L}\d-])\d/u.test(name.words)) return null
  const isKnown = name.words.split(/[\s/]+/).some((word) => isPrintedName(word.toLowerCase()))
  if (!isKnown && end === text.length && !BEGINS_WITH_FORM.test(text)) return null
  const at = pack + name.at
  const strength: Strength | null = number && {
    value: number[0],
    words: number[0],
    at: line.indexOf(number[0], at),
    confidence: 'guess',
    isUnsafe: false,
  }
  return { name: { ...nameOf(name.words), words: name.words, at }, strength, rest: '' }
}

/** `MFG TEVA`, however it was read: what American pharmacies print below the name. */
export const MAKER = /^M[FEIT][GR]\b(?!\W{0,2}(?:lic|l\.|date|dt|dale|\d))/i

/** Returns the medication right above its maker, where neither its strength nor its form could be read: a guess. */
export function aboveMaker(line: string, below: string): Named | null {
  if (!MAKER.test(below) || kindOf(line) !== 'other') return null
  const name = nameIn(line)
  return name && { name: { ...nameOf(name.words), ...name, confidence: 'guess' }, strength: null, rest: '' }
}

/** `dipirona   formula`: returns the known name that a line of a package begins with, whatever stands beside it. */
export function knownFirst(line: string): Named | null {
  const [name = ''] = /^\p{L}{6,}(?=\s)(?!\sfree\b)/iu.exec(line) ?? []
  if (!isPrintedName(name.toLowerCase()) || kindOf(line) !== 'other') return null
  return { name: { ...nameOf(name), words: name, at: 0, confidence: 'guess' }, strength: null, rest: '' }
}

/** Returns the known product that a line begins with, beside what the maker says of it: a guess. */
export function brandFirst(line: string): Named | null {
  const [name = ''] = /^\p{L}{5,}(?=\s)/u.exec(line) ?? []
  if (!isBrand(name.toLowerCase()) || kindOf(line) !== 'other') return null
  return { name: { ...nameOf(name), words: name, at: 0 }, strength: null, rest: '' }
}

function numberIn(text: string): RegExpExecArray | null {
  const number = NUMBER.exec(text)
  return number && OF_DEVICE.test(text.slice(number.index + number[0].length).trim()) ? number : null
}
