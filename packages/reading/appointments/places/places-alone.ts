import { matchesIn, textBefore } from '../../words/near.ts'
import { PLACES } from '../cues.ts'
import { firstWord, isCapitalised, isFamilyName, isGivenName, lastWord } from '../people/names.ts'
import { type Said, saidAt } from '../said.ts'
import { isSpecialty, specialtiesIn } from '../specialties/specialties.ts'
import { nameAfter, namesBehind } from './place-names.ts'
import { hasPlaceNoun, isInside, isOfName, isOfPart, isOfPlace, MOST_OF_SMALL, mayBePlace } from './place-words.ts'

/** A date or a time was removed right before it. */
const AFTER_BLANK = / {2}[,.;]? ?$/
const AFTER_COMMA = /[,;] $/
const BEFORE_BLANK = /^[,;] {2}/
const MOST_WORDS = 5
const MOST_OF_NAME = 3

const partsOf = (text: string): Said[] =>
  matchesIn(text, PLACES.part2).map(({ 0: said, index }) => saidAt(said.trimEnd(), index, false))

/**
 * Returns names of businesses with neither "at" before them nor an ending of places: `Pearl Dental`. None is sure.
 * @param text without its dates and times
 */
export function businessesIn(text: string): Said[] {
  const hasCapitals = usesCapitals(text)
  const mayBeIt = ({ value, at }: Said): boolean =>
    // Without capitals, the first phrase is the purpose, and "shoulder physio" is so anywhere.
    hasCapitals ||
    (at === 0 && PLACES.shop.test(value)) ||
    (AFTER_BLANK.test(textBefore(text, at)) && !endsInField(value))
  return partsOf(text)
    .map(withoutLink)
    .filter((part) => isBusiness(part.value, hasCapitals) && mayBeIt(part))
}

/**
 * Returns capitalised names that stand alone after the date or the time, and places for things that need no doctor:
 * `covid booster walgreens`. None is sure.
 * @param text without its dates and times
 */
export function aloneIn(text: string): Said[] {
  const parts = partsOf(text)
  const hasCapitals = usesCapitals(text)
  const named = parts
    .filter((part) => isApart(text, part))
    .filter(({ value }) => isName(value) || (!hasCapitals && isPlaceApart(text, value)))
  // The practitioner is named before the place.
  const nouns = named.filter(({ value }) => hasPlaceNoun(value))
  return [...(nouns.length > 0 ? nouns : named.slice(-1)), ...parts.flatMap(behindTest)]
}

const usesCapitals = (text: string): boolean => /\p{Lu}/u.test(text.slice(1).replace(/\bI\b/g, ''))

function behindTest({ words, at }: Said): Said[] {
  const test = PLACES.doneInShops.exec(words)?.[0] ?? ''
  const name = words.slice(test.length).replace(/ (?:on|at|this|next)$/i, '')
  const isShop = test !== '' && mayBePlace(name) && !isGivenName(firstWord(name))
  return isShop ? [saidAt(name, at + test.length, false)] : []
}

/** `Park Dental on`, before a date; `MRI Park Radiology`. */
function withoutLink({ words, at }: Said): Said {
  const test = PLACES.testBefore.exec(words)?.[0] ?? ''
  const name = words.slice(test.length).replace(/(?: (?:on|at|for|with|from|by|in|this|next))+$/i, '')
  return saidAt(name, at + test.length, false)
}

/** Returns whether a part comes right after a date or a time, or between a comma and one. */
function isApart(text: string, { at, words }: Said): boolean {
  const before = textBefore(text, at)
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
    hasCapitals ? (isCapitalised(word) && isOfName(word)) || isInside(word) : isOfName(word),
  )
  const hasPart = words.slice(1, -1).some((word) => /^(?:clinic|unit|ward|department|hospital)$/i.test(word))
  return isNamed && !hasPart && !isOfPart(name) && !isOfPart(words.slice(0, -1).join(' ')) && !isSpecialty(name)
}

/** `dr reed cystoscopy urology`: but shops have names like `hill opticians`. */
const endsInField = (name: string): boolean =>
  isSpecialty(lastWord(name)) && !/(?:^| )(?:dental|physio|opticians?)$/i.test(name)

function isName(said: string): boolean {
  const part = said.replace(/^The /, '')
  const words = part.split(' ')
  const isNamed = words.every(
    (word, index) =>
      (isCapitalised(word) && isOfName(word)) || isInside(word) || (index > 0 && /^\d+(?:st|nd|rd|th)$/.test(word)),
  )
  const named = words.filter((word) => !isInside(word))
  if (!isNamed || named.length > MOST_OF_NAME || firstWord(part).length < 3) return false
  const isOf = named.length < words.length
  const isNobody = isOf || !mayBePerson(part)
  const saysMore = !words.some((word) => PLACES.saidByItself.test(word)) && !isOfPart(part)
  return isNobody && saysMore && specialtiesIn(part).length === 0
}

const mayBePerson = (name: string): boolean => isGivenName(firstWord(name)) || isFamilyName(lastWord(name))

/**
 * Returns whether words without capitals that stand apart, at the end or between commas, name a place rather than a
 * person.
 */
function isPlaceApart(text: string, name: string): boolean {
  if (!mayBePlace(name) || PLACES.noPlaceWord.test(name)) return false
  if (hasPlaceNoun(name)) return name.includes(' ')
  return !mayBePerson(name) && PLACES.withSomebody.test(text)
}

/** `Ysbyty Gwynedd`, `Clínica Santa Maria`, `Mount Carmel`. */
export const withBegin = (text: string): Said[] =>
  matchesIn(text, PLACES.begin).flatMap(({ 0: all, index }) => {
    const begin = all.trimEnd()
    const words = nameAfter(text, index + begin.length + 1)?.name.split(' ') ?? []
    const length = words.findIndex((word) => !isInside(word) && !isOfPlace(word))
    const name = words.slice(0, length === -1 ? MOST_OF_SMALL - 1 : Math.min(length, MOST_OF_SMALL - 1)).join(' ')
    const isAlike = isCapitalised(begin) === isCapitalised(name)
    return name !== '' && isAlike ? [saidAt(`${begin} ${name}`, index, false)] : []
  })

/** Places in small letters after `in` and `to`; after "in the" a single word names a thing. */
export const inSmall = (text: string): Said[] =>
  namesBehind(text, [PLACES.inSmall, PLACES.toSmall, PLACES.goingSmall], (name, at) => {
    const isEnded = PLACES.ends.test(text.slice(at + name.length, at + name.length + 10))
    const isThing = /\bthe $/i.test(textBefore(text, at)) && !name.includes(' ')
    return mayBePlace(name) && isEnded && !isThing && !isGivenName(firstWord(name))
  })
