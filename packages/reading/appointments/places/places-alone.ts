import { matchesIn } from '../../words/near.ts'
import { PLACES } from '../cues.ts'
import { isFamilyName, isGivenName } from '../people/known-names.ts'
import { isCapitalised } from '../people/names.ts'
import { isSpecialty, specialtiesIn } from '../specialties/specialties.ts'
import { isOfName, isOfPart, placeAt, type SaidLocation } from './place-words.ts'
import { hasPlaceNoun, isPlaceApart, mayBePlace } from './places-by-position.ts'

/** A date or a time was removed right before it. */
const AFTER_BLANK = / {2}[,.;]? ?$/
const AFTER_COMMA = /[,;] $/
const BEFORE_BLANK = /^[,;] {2}/
const MOST_WORDS = 5
const MOST_OF_NAME = 3

/**
 * Returns names with neither "at" before them nor an ending of places: those of businesses (`Pearl Dental`), and
 * capitalised ones that stand alone after the date or the time. None of them is sure.
 * @param text without its dates and times
 */
export function namedAlone(text: string): { businesses: SaidLocation[]; others: SaidLocation[] } {
  const parts = matchesIn(text, PLACES.part2).map(({ 0: said, index }) => placeAt(said.trimEnd(), index, false))
  const hasCapitals = /\p{Lu}/u.test(text.slice(1).replace(/\bI\b/g, ''))
  const businesses = parts.map(withoutLink).filter(
    ({ value, at }) =>
      isBusiness(value, hasCapitals) &&
      // Without capitals, the first phrase is the purpose, and "shoulder physio" is so anywhere.
      (hasCapitals ||
        (at === 0 && PLACES.shop.test(value)) ||
        (AFTER_BLANK.test(text.slice(Math.max(0, at - 10), at)) && !endsInField(value))),
  )
  const apart = text.includes('\n') ? [] : parts.filter((part) => isApart(text, part))
  const shops = text.includes('\n') ? [] : parts.flatMap(behindTest)
  const named = apart.filter(({ value }) => isName(value) || (!hasCapitals && isPlaceApart(text, value)))
  // The practitioner is named before the place.
  const others = named.some(({ value }) => hasPlaceNoun(value))
    ? named.filter(({ value }) => hasPlaceNoun(value))
    : named.slice(-1)
  return { businesses, others: [...others, ...shops] }
}

/** `covid booster walgreens`: places for things that need no doctor. */
function behindTest({ words, at }: SaidLocation): SaidLocation[] {
  const test = PLACES.doneInShops.exec(words)?.[0] ?? ''
  const name = words.slice(test.length).replace(/ (?:on|at|this|next)$/i, '')
  const isShop = test !== '' && mayBePlace(name) && !isGivenName(name.split(' ')[0] ?? '')
  return isShop ? [placeAt(name, at + test.length, false)] : []
}

/** `Park Dental on`, before a date; `MRI Park Radiology`. */
function withoutLink({ words, at }: SaidLocation): SaidLocation {
  const test = PLACES.testBefore.exec(words)?.[0] ?? ''
  return placeAt(
    words.slice(test.length).replace(/(?: (?:on|at|for|with|from|by|in|this|next))+$/i, ''),
    at + test.length,
    false,
  )
}

/** Returns whether a part comes right after a date or a time, or between a comma and one. */
function isApart(text: string, { at, words }: SaidLocation): boolean {
  const before = text.slice(Math.max(0, at - 10), at)
  const after = text.slice(at + words.length, at + words.length + 3)
  const isBetween = AFTER_COMMA.test(before) && (after === '' || after === '.' || BEFORE_BLANK.test(after))
  const isFirst = at === 0 && BEFORE_BLANK.test(after) && hasPlaceNoun(words)
  return AFTER_BLANK.test(before) || isBetween || isFirst
}

function isBusiness(part: string, hasCapitals: boolean): boolean {
  const name = part.replace(/^the /i, '')
  const words = name.split(' ')
  if (words.length < 2 || words.length > MOST_WORDS || !PLACES.ofBusiness.test(name)) return false
  const isNamed = words.every((word) =>
    hasCapitals ? (isCapitalised(word) && isOfName(word)) || PLACES.inside.test(word) : isOfName(word),
  )
  const hasPart = words.slice(1, -1).some((word) => /^(?:clinic|unit|ward|department|hospital)$/i.test(word))
  return isNamed && !hasPart && !isOfPart(name) && !isOfPart(words.slice(0, -1).join(' ')) && !isSpecialty(name)
}

/** `dr reed cystoscopy urology`: but shops have names like `hill opticians`. */
function endsInField(name: string): boolean {
  const last = name.split(' ').at(-1) ?? ''
  return isSpecialty(last) && !/^(?:dental|physio|opticians?)$/i.test(last)
}

function isName(said: string): boolean {
  const part = said.replace(/^The /, '')
  const words = part.split(' ')
  const [first = ''] = words
  if (
    words.filter((word) => !PLACES.inside.test(word)).length > MOST_OF_NAME ||
    !words.every(
      (word, index) =>
        (isCapitalised(word) && isOfName(word)) ||
        PLACES.inside.test(word) ||
        (index > 0 && /^\d+(?:st|nd|rd|th)$/.test(word)),
    )
  )
    return false
  const isOf = words.some((word) => PLACES.inside.test(word))
  const isPerson = !isOf && (isGivenName(first.toLowerCase()) || isFamilyName(words.at(-1) ?? ''))
  return (
    !isPerson &&
    first.length > 2 &&
    !words.some((word) => PLACES.saidByItself.test(word)) &&
    specialtiesIn(part).length === 0 &&
    !isOfPart(part)
  )
}
