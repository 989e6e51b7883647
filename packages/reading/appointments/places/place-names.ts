import { matchesIn } from '../../words/near.ts'
import { PLACES } from '../cues.ts'
import { bare, endsHere, isCapitalised, isDay, isLink, isTitle } from '../people/names.ts'
import { spokenName } from '../people/spoken-names.ts'
import { specialtiesIn } from '../specialties/specialties.ts'
import { isBeside, isOfPart, placeAt, type SaidLocation } from './place-words.ts'

const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u

const MOST_WORDS = 8
/** About the length of eight words. */
const REACH = 160

/** A name, and whether it is certain where it begins and ends. */
export interface PlaceName {
  name: string
  isSure: boolean
}

/**
 * Returns the name right before an ending; a guess if only a date, a time, a number or the purpose of the visit shows
 * where it begins.
 * @param at where the ending begins
 */
export function nameBefore(text: string, at: number): PlaceName | null {
  const line =
    text
      .slice(Math.max(0, at - REACH), at - 1)
      .split('\n')
      .at(-1)
      // A name may begin after a bracket: `same clinic (Elm Family Clinic)`.
      ?.replace(/[("“](?=\p{L})/gu, ' ') ?? ''
  const all = line.split(' ')
  const words = all.slice(-MOST_WORDS)
  const capitals = isCapitalised(words.at(-1) ?? '')
  const run = withoutPart(words, runStart(words, capitals))
  const isStart = run === 0 && all.length === words.length
  const isLine = isStart && text.includes('\n')
  const lead = words
    .slice(run)
    .findIndex(
      (word, index) =>
        !PLACES.inside.test(word) && !isArticle(word, words[run + index + 1] ?? '', isLine && index === 0),
    )
  if (lead === -1) return null
  // Without capitals, only "at", "in" or "to" show where a place begins.
  const before = words.slice(0, run)
  const last = before.at(-1) ?? ''
  const isLed = PLACES.beforePlace.test(before.filter((word) => !PLACES.article.test(word)).at(-1) ?? '')
  const name = words.slice(run + lead)
  if (!capitals && isTitle(last)) return behindDoctor(name)
  const isOfArticle =
    PLACES.article.test(last) &&
    PLACES.kindOfItsOwn.test(text.slice(at, at + REACH)) &&
    !PLACES.anyOfThem.test(name[0] ?? '')
  if (!capitals && !isLed)
    return isStart || isBegun(before) || isOfArticle ? { name: withoutField(name).join(' '), isSure: false } : null
  // "Dr Tan Eye Clinic": it is impossible to tell where the doctor's name ends.
  return { name: name.join(' '), isSure: !isTitle(last) }
}

/** Returns where the words that may belong to one name begin. */
function runStart(words: readonly string[], capitals: boolean): number {
  let start = words.length
  while (start > 0) {
    const word = words[start - 1] ?? ''
    const isOf = word === 'of' && start > 1 && mayBeInside(words[start - 2] ?? '', false)
    const isJoined = !capitals && (isOf || isOurLady(word, words[start] ?? ''))
    // "Friday Street Surgery"
    const isStreet = isDay(word) && PLACES.streetWord.test(words[start] ?? '')
    if (!isJoined && !isStreet && !mayBeInside(word, capitals)) break
    start -= 1
  }
  // "at norfolk and norwich hospital": "and" is part of the name if the place has begun before it.
  const isAnd = !capitals && words[start - 1] === 'and' && start >= 3
  const begin = isAnd ? runStart(words.slice(0, start - 1), false) : start
  const isLed = PLACES.beforePlace.test(
    words
      .slice(0, begin)
      .filter((word) => !PLACES.article.test(word))
      .at(-1) ?? '',
  )
  return isAnd && isLed && begin < start - 1 ? begin : start
}

function mayBeInside(word: string, capitals: boolean): boolean {
  if (!WORD.test(word) && !(capitals && PLACES.inside.test(word))) return false
  if (endsHere(word) || isDay(word) || isTitle(word) || isBeside(word)) return false
  if (!capitals) return !isLink(word)
  if (PLACES.inside.test(word)) return true
  return isCapitalised(word) && (!isLink(word) || PLACES.inside.test(word.toLowerCase()) || PLACES.article.test(word))
}

/** Returns where the name begins after the part of a place that precedes it. */
function withoutPart(words: readonly string[], start: number): number {
  const end = words.findLastIndex(
    (word, index) =>
      index > start &&
      index < words.length - 1 &&
      PLACES.partEnding.test(word) &&
      isOfPart(words.slice(start, index).join(' ')),
  )
  // "block b mercy hospital"
  const block = words.findLastIndex(
    (word, index) =>
      index > start && index < words.length - 1 && /^\p{L}$/u.test(word) && PLACES.block.test(words[index - 1] ?? ''),
  )
  return Math.max(start, end + 1, block + 1)
}

/** `The Willows Surgery` on a separate line, `Our Lady's Hospital`. */
const isArticle = (word: string, next: string, beginsLine: boolean): boolean =>
  PLACES.article.test(word) && !(beginsLine && word === 'The') && !isOurLady(word, next)

const isOurLady = (word: string, next: string): boolean => /^our$/i.test(word) && /^lady/i.test(next)

/** Returns whether what precedes a name ends there: a removed date or time, a number, or the purpose of the visit. */
function isBegun(before: readonly string[]): boolean {
  const last = before.at(-1)
  if (last === undefined) return false
  return (
    last === '' ||
    /^(?:\d+|\p{L}|is|it['’]?s|called|named)$/iu.test(last) ||
    isBeside(last) ||
    PLACES.partEnding.test(last) ||
    /,$/.test(last)
  )
}

/** `cardiology mercy`: removes the purpose of the visit. */
function withoutField(name: readonly string[]): readonly string[] {
  const [first = '', ...rest] = name
  const isField = specialtiesIn(first).some(({ words, isSure }) => isSure && words === first)
  return isField && rest.length > 0 && !isOfPart(rest.join(' ')) ? rest : name
}

/** `dr mehta apollo hospital`: the place begins where the doctor's name may end. */
function behindDoctor(words: readonly string[]): PlaceName | null {
  // "dr lee's surgery" belongs to the doctor.
  if (/['’]s$/.test(words.at(-1) ?? '')) return { name: words.join(' '), isSure: false }
  const doctor =
    spokenName(
      words.map((word) => word.toLowerCase()),
      ['clinic'],
    )?.name.split(' ').length ?? 0
  const name = words.slice(doctor).join(' ')
  return doctor > 0 && name !== '' ? { name, isSure: false } : null
}

/** The most words of one name, with some to spare. */
const MOST_AFTER = 7

/**
 * Returns the name a text continues with; not sure where it may go on.
 * @param from where it begins
 */
export function nameAfter(text: string, from: number): PlaceName | null {
  const words = (text.slice(from, from + REACH).split('\n', 1)[0] ?? '').split(' ', MOST_AFTER)
  const capitals = isCapitalised(words[0] ?? '')
  const taken: string[] = []
  let isClosed = words.length < MOST_AFTER
  for (const [index, word] of words.entries()) {
    if (!goesOn(words, index, capitals)) {
      // "ATI physical therapy": a name may continue in small letters.
      isClosed = !capitals || !/^\p{Ll}/u.test(word) || isLink(word) || isBeside(word)
      break
    }
    taken.push(word)
    if (!endsHere(word)) continue
    isClosed = true
    break
  }
  const name = bare(taken.join(' '))
  return name === '' ? null : { name, isSure: isClosed }
}

/**
 * Returns names right after patterns (which match one character of the name): guesses.
 * @param isName whether the text continues with the name of a place; `at` is where it begins
 */
export const namesBehind = (
  text: string,
  patterns: readonly RegExp[],
  isName: (name: string, at: number) => boolean,
): SaidLocation[] =>
  patterns
    .flatMap((pattern) => matchesIn(text, pattern))
    .flatMap(({ 0: all, index }) => {
      const at = index + all.length - 1
      const name = nameAfter(text, at)?.name
      return name !== undefined && isName(name, at) ? [placeAt(name, at, false)] : []
    })

function goesOn(words: readonly string[], index: number, capitals: boolean): boolean {
  const word = words[index] ?? ''
  const next = words[index + 1] ?? ''
  if (PLACES.inside.test(word)) {
    if (index === 0) return false
    if (word === 'of' && next === 'the') return goesOn(words, index + 2, capitals)
    const isJoined = capitals ? PLACES.inside.test(word) && (isCapitalised(next) || next === '&') : word === 'of'
    return isJoined && goesOn(words, index + 1, capitals)
  }
  // "the Quiet Room", but not "Larch House Room 3".
  if (capitals && index > 0 && /^Rooms?$/.test(bare(word)) && !/^[\d\p{Lu}]/u.test(next)) return true
  if (!WORD.test(bare(word)) || isDay(word) || isTitle(word) || isBeside(word)) return false
  if (capitals && !isCapitalised(word)) return false
  return !isLink(word) || isOurLady(word, next)
}
