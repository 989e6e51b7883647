import { isFamilyName, isGivenName, isParticle } from '../appointments/people/names.ts'
import { matchesIn } from '../words/near.ts'
import type { Fact } from '../words/read.ts'
import { CUES } from './cues.ts'
import { isKnownOnLabels } from './known-words.ts'
import { printedLetters } from './letters.ts'
import type { LineCells, OnLine } from './lines.ts'
import { withSpacesByCase } from './lost-spaces.ts'

/** Most lines contain no title. */
const MAY_BE = /dr|doc|presc|order|phys|md|gp|^[0odq][rt]/i
const OWN_TITLE = /^(?:dr|doctor)\b[.:]*\s*/iu
/** A digit inside is a misread letter that could not be repaired. */
const PARTS_OF_A_NAME = /^(?:[\p{L}][\p{L}\d'’.-]*)(?:\s+[\p{L}][\p{L}\d'’.-]*){0,3}/u
/** Words before a doctor whom the label mentions without a name. */
const SPOKEN_OF = /\b(?:your|the|a|an|any|my|this|that|his|her|another|other)\s*$/iu
/** Words before `doctor` in advice. */
const ADVISED = /\b(?:see|ask|tell|consult|contact|call|with|to|or|and|of|by|from|unless)\s*$/iu
/** `Marlowe, Tavish`: what follows may be the given name, or the town. */
const LONE_SURNAME = /^[\p{L}'’-]+,\s*\p{L}+$/u
/** A house number in a drive, however it was read: `22 Oak Dr Springfield`, `204 7WLLO W6ER RN DR OAKDALE`. */
const NO_STREET = '(?!tab|cap|rpt|repeat|refill|pill|puff|dose)'
const DRIVE = new RegExp(
  String.raw`^[A-Z]?\d[\d ]{0,7}${NO_STREET}\p{L}[\p{L}\d]*(?: ${NO_STREET}\p{L}[\p{L}\d]*){0,5}$`,
  'iu',
)

/** `HOLLOWBROOK DR EASTVALE`: a drive whose number was not read. Words of labels lead to a doctor: `Tabs DR MOSS`. */
const mayBeDrive = (before: string): boolean => {
  const word = before.slice(before.lastIndexOf(' ') + 1)
  return /^\p{L}{3,}$/u.test(word) && !isKnownOnLabels(word.toLowerCase())
}

/**
 * Returns the prescriber: `Dr Helen Nguyen`, or the plain name where the label has no title. A guess without the title,
 * where a suburb or anything else may have been read as part of the name, or where the label names several.
 * @param lines the cells of each
 */
export function doctorIn(lines: readonly LineCells[]): OnLine<string> | null {
  const isSurnameFirst = lines.some(({ cells }) =>
    cells.some((cell) => isGivenName(CUES.surnameFirst.exec(cell)?.groups?.given?.split(' ')[0] ?? '')),
  )
  let first: OnLine<string> | undefined
  for (const { cells, line } of lines)
    for (const cell of cells)
      for (const one of named(cell, cells, line, isSurnameFirst)) {
        first ??= one
        if (one.value !== first.value) return { ...first, confidence: 'guess' }
      }
  return first ?? null
}

function named(cell: string, cells: readonly string[], number: number, isSurnameFirst: boolean): OnLine<string>[] {
  if (!MAY_BE.test(cell)) return []
  const titled = withTitle(cell)
  const line = withSpacesByCase(titled)
  const { text } = line.lettered(printedLetters(line.text))
  return matchesIn(text, CUES.title).flatMap((match) => {
    const name = nameAt(text, match, isSurnameFirst)
    if (name === null) return []
    const words = line.source(name)
    const confidence = words === name.words && titled === cell ? name.confidence : 'guess'
    return { value: name.value, words, at: cells.join(' ').indexOf(words), confidence, line: number }
  })
}

/** `Or Sarah Singh`, `DrIiam Garcia`: a title as a camera misread it, before a given name. */
const MISREAD_TITLE = /^[0ODQ][rt](?<gap>\s+|(?=\p{L}))(?<given>\p{L}{3,15})(?=\s\p{Lu})/iu

/** Returns the cell with its title as it was printed. */
function withTitle(cell: string): string {
  const { gap = '', given = '' } = MISREAD_TITLE.exec(cell)?.groups ?? {}
  if (OWN_TITLE.test(cell) || !isGivenName(given)) return cell
  const name = given.slice(0, 1).toUpperCase() + given.slice(1)
  return `Dr${gap}${name}${cell.slice(2 + gap.length + given.length)}`
}

function nameAt(text: string, match: RegExpExecArray, isSurnameFirst: boolean): Fact<string> | null {
  const { title = '', mark = '' } = match.groups ?? {}
  const before = text.slice(0, match.index + match[0].indexOf(title)).trimEnd()
  const isWord = /^(?:doctor|physician|gp)$/i.test(title) && !mark.includes(':')
  if (SPOKEN_OF.test(before) || (isWord && ADVISED.test(before)) || DRIVE.test(before)) return null
  const start = match.index + match[0].length
  const own = OWN_TITLE.exec(text.slice(start))?.[0] ?? ''
  const at = start + own.length
  const [behind = ''] = text.slice(at).split(CUES.afterDoctor)
  const place = CUES.stateBehind.exec(text.slice(at))
  const inPlace = place && place.index < behind.length ? place : null
  const whole = behind.slice(0, inPlace?.index).replace(CUES.lettersOfDegrees, '').trim()
  const said = inPlace ? withoutSuburb(whole) : whole
  const isPlain = !mayBeDrive(before)
  const isDoctor = own !== '' || /^(?:dr|doctor)$/i.test(title)
  const called = (name: string): string => `${isDoctor ? 'Dr ' : ''}${capitalised(name)}`
  const { family = '', given = '' } = CUES.surnameFirst.exec(said)?.groups ?? {}
  if (family !== '' && !CUES.ofPlace.test(said) && isGiven(given, isSurnameFirst))
    return {
      value: called(`${given} ${family}`),
      words: said,
      at,
      confidence: isPlain && isDoctor && isGiven(given, false) ? 'sure' : 'guess',
    }
  const [first = ''] = said.split(',')
  const words = withoutCapitals(PARTS_OF_A_NAME.exec(first)?.[0] ?? '')
  const isLower = isWord && /^\p{Ll}/u.test(words)
  if (isLower || /\d{3}/.test(words) || !/\p{L}{2}/u.test(words) || CUES.noName.test(words) || CUES.ofPlace.test(first))
    return null
  const isSure =
    isPlain && isDoctor && !inPlace && !LONE_SURNAME.test(said) && first.trim() === words && isPlainName(words)
  return { value: called(words.replace(/\.$/, '')), words, at, confidence: isSure ? 'sure' : 'guess' }
}

/** `Olivia Smith MBBSFRACGP`: degrees that ran together. */
const withoutCapitals = (words: string): string =>
  /\p{Ll}{2}/u.test(words) ? words.replace(/\s\p{Lu}{4,}$/u, '') : words

/** `Ruth Penn Carlton` before a state: the last word is the suburb, if a name is left. */
const withoutSuburb = (words: string): string => words.replace(/(?<=\p{L}{2})\s\p{L}{3,}$/u, '')

/**
 * Returns whether a name has only one word that is no initial, or a known given name before it: a third one, or an
 * unknown first one, may be a suburb behind the surname.
 */
function isPlainName(words: string): boolean {
  // A letter behind the surname may be a speck: `Dr Peter Chen I`.
  if (/\d|\s\p{L}\.?$/u.test(words)) return false
  const parts = words.split(/\s+/).filter((part) => !/^\p{L}\.?$|^(?:\p{Lu}\.){2,}$/u.test(part))
  const full = parts.filter((part) => !isParticle(part.toLowerCase()))
  const [first = '', last = '', ...more] = full
  // `Dr Daniel` at the end of a line: the surname may be on the next one. `Dr Mo`: a stray space may have split a word.
  if (full.length === 1)
    return !CUES.ofPlace.test(first) && !isGivenName(first) && (first.length > 3 || isFamilyName(first))
  return more.length === 0 && isGivenName(first) && (isFamilyName(last) || parts.length === words.split(/\s+/).length)
}

/** What follows a surname and a comma may also be the town. */
const isGiven = (words: string, isSurnameFirst: boolean): boolean =>
  isSurnameFirst || isGivenName(words.split(' ')[0] ?? '') || /^(?:\p{L}\.?\s?){1,2}$/u.test(words)

const capitalised = (name: string): string =>
  name === name.toUpperCase()
    ? name.toLowerCase().replace(/(?<=^|[\s'’-])\p{L}/gu, (letter) => letter.toUpperCase())
    : name
