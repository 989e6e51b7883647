import { plainWords } from '../directions/lexicon.ts'
import { isNumberWord } from '../directions/numbers.ts'
import { hasMedicineEnding, isMedicineName } from '../medicines/medicine-names.ts'
import type { Fact } from '../words/read.ts'
import { CUES } from './cues.ts'
import { ENDS_IN_FORM, FORM_BEFORE, FORM_NEXT, FORMS, isForm, NAMES_FORM } from './forms.ts'
import { isPackSize, isSubstance, strengthOf } from './line-strength.ts'
import { isPerson, kindOf, SHORTHAND } from './lines.ts'
import { hasUnknown, isPurpose, withoutSpecks, written } from './printed-name.ts'
import { nameCutOff, nameCutShort, repairedName, saltOf } from './repairs.ts'
import { type Strength, strengthIn } from './strength.ts'

/** A medication as a line names it. */
export interface Named {
  name: Fact<string>
  strength: Strength | null
  /** The rest of the line, which may be directions. */
  rest: string
}

const NAMED_STRENGTH = /^(?:strength|dose|dosage)\s*[:;]\s*/iu
/** What precedes a name: the number in a list, the number in the box, marks from the recogniser. */
const BEFORE = new RegExp(
  String.raw`^(?:[^\p{L}]+(?:x\s+)?|(?:rx|r\/|\p{L}[.)|])\s+|(?:${FORM_BEFORE})(?:\.\s*|\s+)(?=\p{L}{3}|\p{L}-\p{L})|(?:breakfast|lunch|dinner|tea|supper|bed(?:time)?|morning|noon|midday|evening|night)\s*[:;]\s*)+`,
  'iu',
)
/** What follows it. */
const AFTER = /(?<![\s,;:.(\-–—|/])[\s,;:.(\-–—|/]+$/u
const WORD = /\p{L}{3}/u
const MOST_WORDS = 6
/** A title, not the ending of a name: `Gliclazide MR`. */
const PERSON = /^(?:mr|mrs|ms|miss|mx|dr)\b\.?(?:\s|$)/iu
/** The content of the box, before the name: `200ml Lactulose`, `30g Hydrocortisone`. */
export const PACK = CUES.pack
/** The prescription number on the same line. */
const NUMBERED = /^(?:rx|script|ref)\s?(?:no\.?|#|:)?\s?\d{4}[\d-]*\s+(?=\p{L}{3})/iu

/** A former name before the current one: `Prozac now FLUOXETINE 20mg`. */
const NO_LONGER = /^(?=\p{L}{3}|[("]).{2,60}?\bnow\s+(?=(?<name>\p{L}{4,}))/iu
/** After a strength: the device, the number of pieces, and what leads to the directions. */
const LEADS_TO_DIRECTIONS = /^.{0,24}?\b(?:sig(?:na)?|directions?)\s*[:.]\s*|^[\s,]*(?:p?mdi|hfa|dpi)\b[\s,]*/iu

/**
 * Returns the medication in a line: by a strength after a name, or by the name of the field. Null when there is none.
 */
export function medicineIn(line: string): Named | null {
  const field = CUES.namedMedicine.exec(line)
  const pack = field ? null : (noLongerIn(line) ?? CUES.pack.exec(line) ?? NUMBERED.exec(line) ?? othersIn(line))
  const offset = field?.[0].length ?? pack?.[0].length ?? 0
  const text = line.slice(offset)
  const strength = strengthOf(text)
  if (!field && (!strength || kindOf(line) === 'directions')) return null
  const before = strength ? text.slice(0, strength.at) : text
  if (
    !field &&
    ((kindOf(before) === 'noise' && !isNamedLikeOne(nameIn(before)?.words ?? '')) || !mayBe(line, strength))
  )
    return null
  const name = nameIn(withoutItsNumber(before, strength?.value ?? '')) ?? containedIn(text, strength)
  if (name === null) return null
  // What looked like a pack size may be the dose: `Syp Ascoril 10ml tds`.
  const after = strength ? text.slice(strength.at + (strength.value === '' ? 0 : strength.words.length)) : ''
  const rest = after.replace(FORM_NEXT, '').replace(LEADS_TO_DIRECTIONS, '').trim()
  const fact: Fact<string> = {
    ...nameOf(name.words),
    words: name.words,
    at: offset + name.at,
    ...(pack && isGuessed(pack[0], name.words) ? { confidence: 'guess' } : {}),
  }
  const named = { name: fact, strength: strength?.value ? strength : null, rest }
  return withSecond(named, after) ?? named
}

/** `AMBIEN 5   5mg`: the number of the strength, printed beside the name as well. */
function withoutItsNumber(before: string, strength: string): string {
  const number = /(?<=\p{L}{3})[\s-]+(?<number>\d+(?:\.\d+)?)\s*$/u.exec(before)
  return number && strength.split(' ')[0] === number.groups?.number ? before.slice(0, number.index) : before
}

/** `Each tablet contains 150 mg armodafinil`: the known substance right behind its strength. */
function containedIn(text: string, strength: Strength | undefined): { words: string; at: number } | null {
  if (!strength) return null
  const at = strength.at + strength.words.length
  const [, gap = '', words = ''] = /^(\s+)(\p{L}{5,})/u.exec(text.slice(at)) ?? []
  return isSubstance(words) ? { words, at: at + gap.length } : null
}

const isGuessed = (before: string, words: string): boolean =>
  NO_LONGER.test(before + words) || isPerson(before) || CUES.address.test(before)

/** `14 Hill Road Metformin 500mg`, `Mrs Jane Doe Ramipril 5mg`: somebody's name or address before a known one. */
function othersIn(line: string): RegExpExecArray | null {
  if (!isPerson(line) && CUES.address.exec(line)?.index !== 0) return null
  const name = [...line.matchAll(/(?<=\s)\p{L}{4,}(?=\s)/gu)].find(({ 0: word }) => isSubstance(word))
  return name === undefined ? null : /^.*$/u.exec(line.slice(0, name.index))
}

function noLongerIn(line: string): RegExpExecArray | null {
  const found = /\bnow\b/i.test(line) ? NO_LONGER.exec(line) : null
  return found && isSubstance(found.groups?.name ?? '') && kindOf(line) !== 'directions' ? found : null
}

/** `Hydrocortisone 1% / Clotrimazole 1% cream`: what follows a slash or a plus is in the same tube. */
function withSecond({ name, strength }: Named, after: string): Named | null {
  const joint = /^\s*[/+&]\s*(?=\p{L}{4})/u.exec(after)
  if (!joint || strength === null) return null
  const text = after.slice(joint[0].length)
  const other = strengthIn(text)
  const second = other && nameIn(text.slice(0, other.at))
  if (!second) return null
  return {
    name: { ...name, value: `${name.value} / ${nameOf(second.words).value}`, confidence: 'guess' },
    strength: { ...strength, value: `${strength.value}/${other.value}`, confidence: 'guess' },
    rest: text
      .slice(other.at + other.words.length)
      .replace(FORM_NEXT, '')
      .trim(),
  }
}

/** A percentage belongs to a cream or drops; text recognition produces percentages from much else. */
function mayBe(line: string, strength: Strength | undefined): boolean {
  if (!strength?.value.includes('%')) return true
  return NAMES_FORM.test(line)
}

/** Returns the name as written, repaired where text recognition confused one letter. Sure for known medications. */
export function nameOf(words: string): Pick<Fact<string>, 'value' | 'confidence'> {
  const parts = words.replace(/(?<=\p{L})[!|](?=\s|$)/gu, 'l').split(/(?<=[\s/+])|(?=[\s/+])/)
  const isListed = isMedicineName(words.toLowerCase()) || parts.some((word) => isMedicineName(word.toLowerCase()))
  const right = isListed ? parts : parts.map((word) => repairedName(word) ?? nameCutOff(word) ?? word)
  const repaired = right
    .map((word, index) => (index === right.length - 1 && nameCutShort(word)) || saltOf(word) || word)
    .join('')
  const isKnown = isListed || parts.some((word) => hasMedicineEnding(word.toLowerCase()))
  const isSure = isKnown && repaired === words && !hasUnknown(words) && !hasStrayDigit(words)
  return { value: written(repaired), confidence: isSure ? 'sure' : 'guess' }
}

/** A number in a name that nobody knows may be its strength. */
const hasStrayDigit = (words: string): boolean => /\d/.test(words) && !isNamedLikeOne(words)

/** A known name with a number without unit, alone on a line. */
export function numberedAlone(line: string): Named | null {
  const number = /(?<=\p{L}\s)\d{1,4}(?:\.\d{1,2})?$/u.exec(line)
  if (!number || kindOf(line) !== 'other') return null
  const name = nameIn(line.slice(0, number.index))
  if (!name?.words.split(' ').some((word) => isMedicineName(word.toLowerCase()))) return null
  const strength: Strength = {
    value: number[0],
    words: number[0],
    at: number.index,
    confidence: 'guess',
    isUnsafe: false,
  }
  return { name: { ...nameOf(name.words), ...name }, strength, rest: '' }
}

/** A line with just the strength of the medication above it. */
export function strengthAlone(line: string): Strength | null {
  const field = NAMED_STRENGTH.exec(line)
  const text = field ? line.slice(field[0].length) : line
  const strength = strengthIn(text)
  if (!strength || (!field && isPackSize(strength, ''))) return null
  // The number of a house, or of a batch.
  if (!field && /\d{4}/.test(text.replace(strength.words, ''))) return null
  const around = text
    .replace(strength.words, '')
    .replace(FORM_NEXT, '')
    .replace(/[\d\s,.()x-]/gi, '')
  return field || !WORD.test(around.replace(FORMS, '')) ? strength : null
}

/** A name alone on a line: letters, few words, none of another kind. */
export function nameAlone(line: string): Fact<string> | null {
  if (/\d/.test(line.replace(BEFORE, '')) || kindOf(line) !== 'other') return null
  const name = nameIn(line)
  return name && { ...nameOf(name.words), ...name }
}

/** By which book the substance is pure: `Telmisartan Tablets IP`, `Naproxen USP`. */
const PHARMACOPOEIA = /(?<=\p{L}{3}\)?)\s+(?:[I|l]\.?\s?P|LP|B\.?P|U\.?S\.?P|Ph\.?\s?Eur|E\.?P)\.?$/u
/** The same behind a form, misread: `Tablets TP`. */
const MISREAD_PHARMACOPOEIA = /(?<=\b(?:tablets?|capsules?|suspension|syrup|injection))\s+\S{1,2}\.?\s?P\.?$/iu
/** A letter that is none of the name: `desvenlafaxine e`, but `vitamin d`. */
const SPECK = /(?<!\b[Vv]itamin)\s\p{Ll}$/u

/** Two packages, or the same print twice. */
const SIDE_BY_SIDE = /^(\p{L}{5,40})(?:\s+\1)+$/iu
/** `paracetamol and`, above or before another one. */
const LEADS_ON = /\s(?:and|or|with|of|for|as)$/iu

const withoutEnd = (words: string): string =>
  words
    .replace(ENDS_IN_FORM, '')
    .replace(PHARMACOPOEIA, '')
    .replace(MISREAD_PHARMACOPOEIA, '')
    .replace(LEADS_ON, '')
    .replace(AFTER, '')

export function nameIn(text: string): { words: string; at: number } | null {
  const start = BEFORE.exec(text)?.[0].length ?? 0
  // `6aplets`: a count, and its form with a letter misread.
  if (/\d$/.test(text.slice(0, start)) && /^\p{Ll}/u.test(text.slice(start))) return null
  let words = text.slice(start).replace(AFTER, '')
  for (let next = withoutEnd(words); next !== words; ) {
    words = next
    next = withoutEnd(words)
  }
  if (!words.includes('(')) words = words.replace(/\)$/, '')
  words = words.replace(SPECK, '').replace(SIDE_BY_SIDE, '$1')
  words = withoutSpecks(words.replace(/(?:(?<!\s)\s+)?\([^)]{0,200}\)?$/u, '').trim())
  const count = words.split(/\s+/).length
  if (PERSON.test(words) && !isNamedLikeOne(words)) return null
  if (!WORD.test(words) || count > MOST_WORDS || CUES.medicineNoName.test(words)) return null
  if (isPurpose(words)) return null
  if (isDirectionsOnly(words) || isForm(words) || SHORTHAND.exec(words)?.[0] === words) return null
  return { words, at: text.indexOf(words, start) }
}

/** `TWO` before 5 ml, `Take`: only words of directions. */
const isDirectionsOnly = (words: string): boolean =>
  !isNamedLikeOne(words) &&
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => isNumberWord(word) || plainWords(word) !== undefined)

/** `MS Contin`: morphine. */
const isNamedLikeOne = (words: string): boolean => isMedicineName(words.toLowerCase())
