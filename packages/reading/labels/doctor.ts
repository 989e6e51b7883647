import { isGivenName } from '../appointments/people/known-names.ts'
import { matchesIn } from '../words/near.ts'
import type { Read } from '../words/read.ts'
import { CUES } from './cues.ts'
import { printedLetters } from './letters.ts'

/** Most lines contain no title. */
const MAY_BE = /dr|doc|presc|order|phys|md|gp/i
const OWN_TITLE = /^(?:dr|doctor)\b[.:]*\s*/iu
/** A digit inside is a misread letter that could not be repaired. */
const PARTS_OF_A_NAME = /^(?:[\p{L}][\p{L}\d'’.-]*)(?:\s+[\p{L}][\p{L}\d'’.-]*){0,3}/u
/** Words before a doctor whom the label mentions without a name. */
const SPOKEN_OF = /\b(?:your|the|a|an|any|my|this|that|his|her|another|other)\s*$/iu
/** Words before `doctor` in advice. */
const ADVISED = /\b(?:see|ask|tell|consult|contact|call|with|to|or|and|of|by|from|unless)\s*$/iu
/** A house number in a drive: `22 Oak Dr Springfield`. */
const DRIVE = /^\d{1,5}[a-z]?(?:\s+(?!tab|cap|rpt|repeat|refill|pill|puff|dose)\p{L}+){1,2}$/iu

/**
 * Returns the prescriber: `Dr Helen Nguyen`, or the plain name where the label has no title.
 * @param lines the cells of each
 */
export function doctorIn(lines: readonly (readonly string[])[]): Read<string> | null {
  const isSurnameFirst = lines.some((cells) => cells.some((cell) => CUES.surnameFirst.test(cell)))
  for (const cells of lines) {
    for (const cell of cells) {
      if (!MAY_BE.test(cell)) continue
      const text = printedLetters(cell)
      for (const match of matchesIn(text, CUES.title)) {
        const name = nameAt(text, match, isSurnameFirst)
        if (name === null) continue
        const words = cell.slice(name.at, name.at + name.words.length)
        return { value: name.value, words, at: cells.join(' ').indexOf(words) }
      }
    }
  }
  return null
}

function nameAt(text: string, match: RegExpExecArray, isSurnameFirst: boolean): Read<string> | null {
  const { title = '', mark = '' } = match.groups ?? {}
  const before = text.slice(0, match.index + match[0].indexOf(title)).trimEnd()
  const isWord = /^(?:doctor|physician|gp)$/i.test(title) && !mark.includes(':')
  if (SPOKEN_OF.test(before) || (isWord && ADVISED.test(before)) || DRIVE.test(before)) return null
  const start = match.index + match[0].length
  const own = OWN_TITLE.exec(text.slice(start))?.[0] ?? ''
  const at = start + own.length
  const [behind = ''] = text.slice(at).split(CUES.afterDoctor)
  const said = behind.replace(CUES.lettersOfDegrees, '').trim()
  const isDoctor = own !== '' || /^(?:dr|doctor)$/i.test(title)
  const called = (name: string): string => `${isDoctor ? 'Dr ' : ''}${capitalised(name)}`
  const { family = '', given = '' } = CUES.surnameFirst.exec(said)?.groups ?? {}
  if (family !== '' && !CUES.ofPlace.test(said) && isGiven(given, isSurnameFirst))
    return { value: called(`${given} ${family}`), words: said, at }
  const [first = ''] = said.split(',')
  const words = PARTS_OF_A_NAME.exec(first)?.[0] ?? ''
  const isLower = isWord && /^\p{Ll}/u.test(words)
  if (isLower || !/\p{L}{2}/u.test(words) || CUES.noName.test(words) || CUES.ofPlace.test(first)) return null
  return { value: called(words.replace(/\.$/, '')), words, at }
}

/** What follows a surname and a comma may also be the town. */
const isGiven = (words: string, isSurnameFirst: boolean): boolean =>
  isSurnameFirst || isGivenName(words.split(' ')[0] ?? '') || /^(?:\p{L}\.?\s?){1,2}$/u.test(words)

const capitalised = (name: string): string =>
  name === name.toUpperCase()
    ? name.toLowerCase().replace(/(?<=^|[\s'’-])\p{L}/gu, (letter) => letter.toUpperCase())
    : name
