import { matchesIn } from '../../words/near.ts'
import { isCapitalised, isDay, isLink, isTitle } from '../people/names.ts'
import { isFamilyName, isGivenName } from '../people/person-names.ts'
import { isSpecialty, specialtiesIn } from '../specialties/specialties.ts'
import { INSIDE, isBeside, isOfPart, OF_BUSINESS } from './place-words.ts'
import { hasPlaceNoun, isPlaceApart, mayBePlace } from './places-by-position.ts'
import { placeAt, type SaidLocation } from './said-place.ts'

/** What stands between commas, points and what was taken out. */
const PART = /(?![-–*|] )[^ ,.;\n](?:[^ ,.;\n]| (?! |[-–*|] )|\.(?! |\n|$))*/gu
const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u
/** A date or a time that was taken out stands right before it. */
const AFTER_BLANK = / {2}[,.;]? ?$/
const AFTER_COMMA = /[,;] $/
const BEFORE_BLANK = /^[,;] {2}/
const MOST_WORDS = 5
const MOST_OF_NAME = 3
/** What is said by itself at the end, and names nothing. */
const NO_NAME =
  /^(?:pre|op|post|tell|give|pay|park|wear|use|drink|eat|wait|drive|pick|let|make|meet|try|leave|fasting|thanks|thank|cheers|urgent|routine|annual|monthly|weekly|note|token|virtual|video|zoom|teams|skype|telehealth|medicare|private|yes|no|wow|great|perfect|done|end|stop|over|mum|mom|dad|nan|gran|grandma|grandad|everyone|braces|bloods?|vaccin\w+|mri|ct|ecg|surgery|hospital|clinic|office|gp|home|school|work|town|half|quarter|noon|midday|early|late|sharp|exactly|approximately|usual|wheelchair|interpreter|access|required|needed)$/i

/**
 * Names without the word "at" before them and without an ending of places: those of businesses (`Pearl Dental`), and capitalised ones that
 * stand alone behind the date or the time. None of them is sure.
 * @param text without its dates and times
 */
export function namedAlone(text: string): { businesses: SaidLocation[]; others: SaidLocation[] } {
  const parts = matchesIn(text, PART).map(({ 0: said, index }) => placeAt(said.trimEnd(), index, false))
  const hasCapitals = /\p{Lu}/u.test(text.slice(1).replace(/\bI\b/g, ''))
  const businesses = parts.map(withoutLink).filter(
    ({ value, at }) =>
      isBusiness(value, hasCapitals) &&
      // Without capitals, what stands first is what for, and so is "shoulder physio" anywhere.
      (hasCapitals ||
        (at === 0 && SHOP.test(value)) ||
        (AFTER_BLANK.test(text.slice(Math.max(0, at - 10), at)) && !endsInField(value))),
  )
  const apart = text.includes('\n') ? [] : parts.filter((part) => isApart(text, part))
  const shops = text.includes('\n') ? [] : parts.flatMap(behindTest)
  const named = apart.filter(({ value }) => isName(value) || (!hasCapitals && isPlaceApart(text, value)))
  // Who is seen is said before where.
  const others = named.some(({ value }) => hasPlaceNoun(value))
    ? named.filter(({ value }) => hasPlaceNoun(value))
    : named.slice(-1)
  return { businesses, others: [...others, ...shops] }
}

/** `covid booster walgreens`: where people have done what needs no doctor. */
function behindTest({ words, at }: SaidLocation): SaidLocation[] {
  const test = DONE_IN_SHOPS.exec(words)?.[0] ?? ''
  const name = words.slice(test.length).replace(/ (?:on|at|this|next)$/i, '')
  const isShop = test !== '' && mayBePlace(name) && !isGivenName(name.split(' ')[0] ?? '')
  return isShop ? [placeAt(name, at + test.length, false)] : []
}

const DONE_IN_SHOPS =
  /^(?:.{0,30} )?(?:jabs?|shots?|booster|vaccin(?:e|ation)|(?:eye|hearing|sight) (?:exam|test|check)|mammogram|dialysis|chemo) (?=\p{L}{4})/iu

/** `Park Dental on`, before a date; `MRI Park Radiology`. */
function withoutLink({ words, at }: SaidLocation): SaidLocation {
  const test = TEST_BEFORE.exec(words)?.[0] ?? ''
  return placeAt(
    words.slice(test.length).replace(/(?: (?:on|at|for|with|from|by|in|this|next))+$/i, ''),
    at + test.length,
    false,
  )
}

const TEST_BEFORE =
  /^(?:mri|ct|pet|ecg|echo|(?:x-?ray|ultrasound|(?:blood|eye|hearing) tests?|bloods|scan)(?= ))(?: scan)? (?=\p{L})/iu
const SHOP = /\b(?:dental|dentists?|smiles|opticians|eye ?care|clinic|pharmacy)$/i

/** Whether a part stands right behind a date or a time, or between a comma and one. */
function isApart(text: string, { at, words }: SaidLocation): boolean {
  const before = text.slice(Math.max(0, at - 10), at)
  const after = text.slice(at + words.length, at + words.length + 3)
  const isBetween = AFTER_COMMA.test(before) && (after === '' || after === '.' || BEFORE_BLANK.test(after))
  const isFirst = at === 0 && BEFORE_BLANK.test(after) && hasPlaceNoun(words)
  return AFTER_BLANK.test(before) || isBetween || isFirst
}

const isOfName = (word: string): boolean =>
  WORD.test(word) && !isLink(word) && !isDay(word) && !isTitle(word) && !isBeside(word)

function isBusiness(part: string, hasCapitals: boolean): boolean {
  const name = part.replace(/^the /i, '')
  const words = name.split(' ')
  if (words.length < 2 || words.length > MOST_WORDS || !OF_BUSINESS.test(name)) return false
  const isNamed = words.every((word) =>
    hasCapitals ? (isCapitalised(word) && isOfName(word)) || INSIDE.test(word) : isOfName(word),
  )
  const hasPart = words.slice(1, -1).some((word) => /^(?:clinic|unit|ward|department|hospital)$/i.test(word))
  return isNamed && !hasPart && !isOfPart(name) && !isOfPart(words.slice(0, -1).join(' ')) && !isSpecialty(name)
}

/** `dr reed cystoscopy urology`: but shops are called `hill opticians`. */
function endsInField(name: string): boolean {
  const last = name.split(' ').at(-1) ?? ''
  return isSpecialty(last) && !/^(?:dental|physio|opticians?)$/i.test(last)
}

function isName(said: string): boolean {
  const part = said.replace(/^The /, '')
  const words = part.split(' ')
  const [first = ''] = words
  if (
    words.filter((word) => !INSIDE.test(word)).length > MOST_OF_NAME ||
    !words.every(
      (word, index) =>
        (isCapitalised(word) && isOfName(word)) ||
        INSIDE.test(word) ||
        (index > 0 && /^\d+(?:st|nd|rd|th)$/.test(word)),
    )
  )
    return false
  const isOf = words.some((word) => INSIDE.test(word))
  const isPerson = !isOf && (isGivenName(first.toLowerCase()) || isFamilyName(words.at(-1) ?? ''))
  return (
    !isPerson &&
    first.length > 2 &&
    !words.some((word) => NO_NAME.test(word)) &&
    specialtiesIn(part).length === 0 &&
    !isOfPart(part)
  )
}
