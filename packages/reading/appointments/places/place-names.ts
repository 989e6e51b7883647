import { matchesIn } from '../../words/near.ts'
import { PLACES } from '../cues.ts'
import { spokenName } from '../people/name-at.ts'
import { bare, endsHere, isCapitalised, isDay, isLink, isTitle, wordsWhile } from '../people/names.ts'
import { type Name, type Said, saidAt } from '../said.ts'
import { specialtiesIn } from '../specialties/specialties.ts'
import { isArticle, isBeside, isInside, isOfName, isOfPart, mayBeOfName } from './place-words.ts'

const MOST_WORDS = 8
/** About the length of eight words. */
const REACH = 160

/**
 * Returns the name right before an ending; a guess if only a date, a time, a number or the purpose of the visit shows
 * where it begins.
 * @param at where the ending begins
 */
export function nameBefore(text: string, at: number): Name | null {
  const line =
    text
      .slice(Math.max(0, at - REACH), at - 1)
      .split('\n')
      .at(-1) ?? ''
  // A name may begin after a bracket: `same clinic (Elm Family Clinic)`.
  const all = line.replace(/[("“](?=\p{L})/gu, ' ').split(' ')
  const words = all.slice(-MOST_WORDS)
  const capitals = isCapitalised(words.at(-1) ?? '')
  const run = withoutPart(words, runStart(words, capitals))
  const isStart = run === 0 && all.length === words.length
  const isLine = isStart && text.includes('\n')
  const lead = words
    .slice(run)
    .findIndex((word, index) => !isInside(word) && !isLeft(word, words[run + index + 1], isLine && index === 0))
  if (lead === -1) return null
  const before = words.slice(0, run)
  const last = before.at(-1) ?? ''
  const name = words.slice(run + lead)
  if (!capitals && isTitle(last)) return behindDoctor(name)
  // "Dr Tan Eye Clinic": it is impossible to tell where the doctor's name ends.
  if (capitals || isLed(before)) return { name: name.join(' '), isSure: !isTitle(last) }
  const isOfArticle =
    isArticle(last) && PLACES.kindOfItsOwn.test(text.slice(at, at + REACH)) && !PLACES.anyOfThem.test(name[0] ?? '')
  return isStart || isBegun(before) || isOfArticle ? { name: withoutField(name).join(' '), isSure: false } : null
}

/** Without capitals, only "at", "in" or "to" show where a place begins. */
const isLed = (before: readonly string[]): boolean =>
  PLACES.beforePlace.test(before.findLast((word) => !isArticle(word)) ?? '')

/** Returns where the words that may belong to one name begin. */
function runStart(words: readonly string[], capitals: boolean): number {
  let start = words.length
  while (start > 0 && isOfRun(words, start - 1, capitals)) start -= 1
  if (capitals || words[start - 1] !== 'and') return start
  // "at norfolk and norwich hospital": "and" is part of the name if the place has begun before it.
  const begin = runStart(words.slice(0, start - 1), false)
  return isLed(words.slice(0, begin)) && begin < start - 1 ? begin : start
}

function isOfRun(words: readonly string[], index: number, capitals: boolean): boolean {
  const [word = '', next] = words.slice(index)
  const isOf = word === 'of' && mayBeInside(words[index - 1] ?? '', false)
  const isJoined = !capitals && (isOf || isOurLady(word, next))
  // "Friday Street Surgery"
  const isStreet = isDay(word) && PLACES.streetWord.test(next ?? '')
  return isJoined || isStreet || mayBeInside(word, capitals)
}

function mayBeInside(word: string, capitals: boolean): boolean {
  if (capitals && isInside(word)) return !isBeside(word)
  if (!mayBeOfName(word) || endsHere(word)) return false
  return capitals
    ? isCapitalised(word) && (!isLink(word) || isInside(word.toLowerCase()) || isArticle(word))
    : !isLink(word)
}

/** Returns where the name begins after the part of a place that precedes it. */
function withoutPart(words: readonly string[], start: number): number {
  const end = words.findLastIndex((word, index) => {
    if (index <= start || index >= words.length - 1) return false
    // "block b mercy hospital"
    const isBlock = /^\p{L}$/u.test(word) && PLACES.block.test(words[index - 1] ?? '')
    return isBlock || (PLACES.partEnding.test(word) && isOfPart(words.slice(start, index).join(' ')))
  })
  return Math.max(start, end + 1)
}

/** Articles are left out, but for `The Willows Surgery` on a separate line, and `Our Lady's Hospital`. */
const isLeft = (word: string, next: string | undefined, beginsLine: boolean): boolean =>
  isArticle(word) && !(beginsLine && word === 'The') && !isOurLady(word, next)

const isOurLady = (word: string, next: string | undefined): boolean => /^our$/i.test(word) && /^lady/i.test(next ?? '')

/** Returns whether what precedes a name ends there: a removed date or time, a number, or the purpose of the visit. */
function isBegun(before: readonly string[]): boolean {
  const [last] = before.slice(-1)
  if (last === undefined) return false
  return /^(?:|\d+|\p{L}|is|it['’]?s|called|named|.*,)$/iu.test(last) || isBeside(last) || PLACES.partEnding.test(last)
}

/** `cardiology mercy`: removes the purpose of the visit. */
function withoutField(name: readonly string[]): readonly string[] {
  const [first = '', ...rest] = name
  const isField = specialtiesIn(first).some(({ words, isSure }) => isSure && words === first)
  return isField && rest.length > 0 && !isOfPart(rest.join(' ')) ? rest : name
}

/** `dr mehta apollo hospital`: the place begins where the doctor's name may end. */
function behindDoctor(words: readonly string[]): Name | null {
  // "dr lee's surgery" belongs to the doctor.
  if (/['’]s$/.test(words.at(-1) ?? '')) return { name: words.join(' '), isSure: false }
  const small = words.map((word) => word.toLowerCase())
  const doctor = spokenName(small, ['clinic'])?.name.split(' ').length ?? words.length
  const name = words.slice(doctor).join(' ')
  return name === '' ? null : { name, isSure: false }
}

/** The most words of one name, with some to spare. */
const MOST_AFTER = 7

/**
 * Returns the name a text continues with; not sure where it may go on.
 * @param from where it begins
 */
export function nameAfter(text: string, from: number): Name | null {
  const words = (text.slice(from, from + REACH).split('\n', 1)[0] ?? '').split(' ', MOST_AFTER)
  const capitals = isCapitalised(words[0] ?? '')
  const taken = wordsWhile(words, (_, index) => goesOn(words, index, capitals), endsHere)
  const name = bare(taken.join(' '))
  if (name === '') return null
  const next = words[taken.length]
  const isEnded = endsHere(taken.at(-1) ?? '')
  if (next === undefined) return { name, isSure: isEnded || words.length < MOST_AFTER }
  // "ATI physical therapy": a name may continue in small letters.
  const mayGoOn = capitals && /^\p{Ll}/u.test(next) && !isLink(next) && !isBeside(next)
  return { name, isSure: isEnded || !mayGoOn }
}

/**
 * Returns names right after patterns (which match one character of the name): guesses.
 * @param isName whether the text continues with the name of a place; `at` is where it begins
 */
export const namesBehind = (
  text: string,
  patterns: readonly RegExp[],
  isName: (name: string, at: number) => boolean,
): Said[] =>
  patterns
    .flatMap((pattern) => matchesIn(text, pattern))
    .flatMap(({ 0: all, index }) => {
      const at = index + all.length - 1
      const name = nameAfter(text, at)?.name
      return name !== undefined && isName(name, at) ? [saidAt(name, at, false)] : []
    })

function goesOn(words: readonly string[], index: number, capitals: boolean): boolean {
  const [word = '', next = ''] = words.slice(index)
  if (isInside(word)) {
    if (index === 0) return false
    if (word === 'of' && next === 'the') return goesOn(words, index + 2, capitals)
    return (capitals ? isCapitalised(next) || next === '&' : word === 'of') && goesOn(words, index + 1, capitals)
  }
  // "the Quiet Room", but not "Larch House Room 3".
  if (capitals && index > 0 && /^Rooms?$/.test(bare(word)) && !/^[\d\p{Lu}]/u.test(next)) return true
  const isWritten = !capitals || isCapitalised(word)
  return isWritten && (isOfName(bare(word)) || (isOurLady(word, next) && mayBeOfName(word)))
}
