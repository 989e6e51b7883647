import { plainWords } from '../directions/lexicon.ts'
import { isNumberWord } from '../directions/numbers.ts'
import { isExtension, isPrintedName } from '../medicines/medicine-names.ts'
import type { Fact } from '../words/read.ts'
import { CUES } from './cues.ts'
import { FORM_BEFORE, FORM_NEXT, FORMS, isFormOnly, NAMES_FORM } from './forms.ts'
import { isPackSize, isSubstance, strengthOf } from './line-strength.ts'
import { isPerson, kindOf, SHORTHAND } from './lines.ts'
import { isPharmacopoeia, withoutEnds } from './name-ends.ts'
import { hasUnknown, isPurpose, withoutSpecks, written } from './printed-name.ts'
import { nameCutOff, nameCutShort, nameMisread, nameRunOn, repairedName, saltOf } from './repairs.ts'
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
  String.raw`^(?:[^\p{L}]+(?:x\s+)?|(?:rx|r\/|\p{L}[.)|])\s+|e\s?q\.?\s?to\s+(?:anhydrous\s+)?|(?:${FORM_BEFORE})(?:\.\s*|\s+)(?=\p{L}{3}|\p{L}-\p{L})|(?:breakfast|lunch|dinner|tea|supper|bed(?:time)?|morning|noon|midday|evening|night)\s*[:;]\s*)+`,
  'iu',
)
const WORD = /\p{L}{3}/u
const MOST_WORDS = 6
/** Between the substances of a combination. */
const JOINT = /^(?:[&+/]|and)$/i
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
  const field = NUMBERED.test(line) ? null : CUES.namedMedicine.exec(line)
  const pack = field ? null : (noLongerIn(line) ?? CUES.pack.exec(line) ?? NUMBERED.exec(line) ?? othersIn(line))
  const offset = field?.[0].length ?? pack?.[0].length ?? 0
  const text = line.slice(offset)
  const strength = strengthOf(text)
  if (!field && (!strength || kindOf(line) === 'directions')) return null
  // `Medicine : Keep out of reach of children`
  if (field && kindOf(text) === 'noise' && !strength) return null
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

/** `contains 150 mg armodafinil`, `75 mg film-coated tablet Clopidogrel`: the known substance behind its strength. */
function containedIn(text: string, strength: Strength | undefined): { words: string; at: number } | null {
  if (!strength) return null
  const end = strength.at + strength.words.length
  const at = end + (FORM_NEXT.exec(text.slice(end))?.[0].length ?? 0)
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
  return NAMES_FORM.test(line) || isPrintedName(/^\p{L}+/u.exec(line)?.[0].toLowerCase() ?? '')
}

/** Returns the name as written, repaired where text recognition confused one letter. Sure for known medications. */
export function nameOf(words: string): Pick<Fact<string>, 'value' | 'confidence'> {
  const whole = words.replace(ENDS_IN_JOINT, '')
  const parts = whole.replace(/(?<=\p{L})[!|](?=\s|$)/gu, 'l').split(/(?<=[\s/+])|(?=[\s/+])/)
  const isListed = isPrintedName(words.toLowerCase()) || parts.some((word) => isPrintedName(word.toLowerCase()))
  const right = isListed
    ? parts
    : parts.map((word) => repairedName(word) ?? nameCutOff(word) ?? nameMisread(word) ?? nameRunOn(word) ?? word)
  const repaired = right
    .map((word, index) => (index === right.length - 1 && nameCutShort(word)) || saltOf(word) || word)
    .join('')
  const isSure = isListed && repaired === words && !hasUnknown(words) && !hasStrayDigit(words)
  return { value: written(repaired), confidence: isSure ? 'sure' : 'guess' }
}

/** `Levonorgestrel &`: what follows was not read. */
const ENDS_IN_JOINT = /\s?[&+]$/

/** A number in a name that nobody knows may be its strength. */
const hasStrayDigit = (words: string): boolean => /\d/.test(words) && !isNamedLikeOne(words)

/** A known name with a number without unit, alone on a line. */
export function numberedAlone(line: string): Named | null {
  const number = /(?<=\p{L}\s)(?!0+$)\d{1,4}(?:\.\d{1,2})?$/u.exec(line)
  if (!number || kindOf(line) !== 'other') return null
  const name = nameIn(line.slice(0, number.index))
  if (!name?.words.split(' ').some((word) => isPrintedName(word.toLowerCase()))) return null
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
  const whole = withMore(strength, text)
  const around = text
    .replace(whole.words, '')
    .replace(FORM_NEXT, '')
    .replace(FORMS, '')
    .replace(/[\d\s,.()x-]/gi, '')
  return field || !WORD.test(around) ? whole : null
}

/** `200 mg/30 mg/300 mg`: every substance of a product has its own. */
function withMore(strength: Strength, text: string): Strength {
  const end = strength.at + strength.words.length
  const [joint = ''] = /^\s?\/\s?(?=\d)/.exec(text.slice(end)) ?? []
  const next = joint === '' ? null : strengthIn(text.slice(end + joint.length))
  if (next === null || next.at > 0) return strength
  const words = strength.words + joint + next.words
  return { ...strength, words, value: `${strength.value}/${next.value}`, confidence: 'guess' }
}

/** A name alone on a line: letters, few words, none of another kind. */
export function nameAlone(line: string): Fact<string> | null {
  if (/\d/.test(line.replace(BEFORE, '')) || kindOf(line) !== 'other') return null
  const name = nameIn(line)
  return name && { ...nameOf(name.words), ...name }
}

export function nameIn(text: string): { words: string; at: number } | null {
  const start = BEFORE.exec(text)?.[0].length ?? 0
  // `6aplets`: a count, and its form with a letter misread.
  if (/\d$/.test(text.slice(0, start)) && /^\p{Ll}/u.test(text.slice(start))) return null
  const words = withoutSpecks(
    withoutEnds(text.slice(start))
      .replace(/(?:(?<!\s)\s+)?\([^)]{0,200}\)?$/u, '')
      .trim(),
  )
  const count = words.split(/\s+/).filter((word) => !JOINT.test(word)).length
  if (PERSON.test(words) && !isNamedLikeOne(words)) return null
  if (!WORD.test(words) || count > MOST_WORDS || CUES.medicineNoName.test(words)) return null
  if (isPurpose(words) || isRestOfName(words) || isPharmacopoeia(words) || isWithout(words)) return null
  if (isDirectionsOnly(words) || isFormOnly(words) || SHORTHAND.exec(words)?.[0] === words) return null
  return { words, at: text.indexOf(words, start) }
}

/** `Hydrochloride mg`, `Ampoules of`: what is left of a line whose name stands elsewhere. */
const isRestOfName = (words: string): boolean =>
  /^form of\b/i.test(words.replace(FORMS, 'form')) ||
  words
    .split(/\s+/)
    .every((word) => /^(?:mg|mcg|g|ml)$/i.test(word) || isExtension(word.toLowerCase()) || isMisreadSalt(word))

const isMisreadSalt = (word: string): boolean => saltOf(word) !== null

/** `Ephedrine Free`: what is not in it. */
const isWithout = (words: string): boolean => isSubstance(/^\p{L}+(?=[ -]free$)/iu.exec(words)?.[0] ?? '')

/** `TWO` before 5 ml, `Take`: only words of directions. */
const isDirectionsOnly = (words: string): boolean =>
  !isNamedLikeOne(words) &&
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => isNumberWord(word) || plainWords(word) !== undefined)

/** `MS Contin`: morphine. */
const isNamedLikeOne = (words: string): boolean => isPrintedName(words.toLowerCase())
