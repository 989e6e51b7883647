import { matchesIn } from '../words/near.ts'
import type { Read } from '../words/read.ts'
import { endsHere, isCapitalised, isDay, isLink, isTitle } from './names.ts'
import { specialtiesIn } from './specialties.ts'
import { spokenName } from './spoken-names.ts'

/** The endings of the specification (section 5), in both spellings. */
const ENDING =
  /(?<![\p{L}\p{N}])(?:clinic|hospital|medical cent(?:er|re)|health cent(?:er|re)|office)(?![\p{L}\p{N}'’])/giu
const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u
/** Small words inside names of places: `University of Sydney Medical Centre`. */
const INSIDE = /^(?:of|and|the|for|de)$/
const BEFORE_PLACE = /^(?:at|in|to)$/i
const ARTICLE = /^(?:the|a|an|my|our|his|her|their|your)$/i

const MOST_WORDS = 8
/** As far as eight words reach. */
const REACH = 160

/** Whether the word is one that places end in, or a part of it. */
export const isPlaceWord = (word: string): boolean =>
  /^(?:clinic|hospital|medical|health|center|centre|office)$/i.test(word.replace(/[.,;:!?]+$/, ''))

/** Other endings that only places have. */
const OTHER_ENDING =
  /(?<![\p{L}\p{N}])(?:(?:medical|family|dental|general) practice|practice|surgery|infirmary|institute|health service|medical group|imaging|pathology|specialist cent(?:er|re)|(?:eye|heart|cancer|dental|wellness|community|imaging|diagnostic|day surgery|physio|sports medicine) cent(?:er|re)|specialists|pharmacy|medical|consulting rooms|polyclinic|health hub)(?![\p{L}\p{N}'’])/giu
/** `12 High Street`, `Level 3, 55 Collins St`. */
const STREET =
  /(?<=\b(?:at|on|to) |(?:^|\n|, |: ))\d{1,5}[a-z]? (?:\p{Lu}[\p{L}'’]+ ){1,3}(?:street|st|road|rd|avenue|ave|tce|drive|dr|lane|court|ct|highway|parade|terrace|place|boulevard|blvd|crescent|way)\b/giu
/** `St Vincent's`, `the Alfred`: capitalised after "at the" or with a saint's name; never a surname or a day. */
const SAINT = /(?<=\b(?:at|in|to) )(?:St\.?|Saint) \p{Lu}\p{L}+(?:['’]s?)?(?![\p{L}])/gu

/** `Location: Level 1, 9 King St`, as cards have it. */
const IN_FIELD =
  /(?<=(?:^|\n)(?:location|address|venue|where|place|site|at|attend(?: at)?|(?:clinic |appointment |visit )(?:location|address)) ?: ?)(?! )[^\n]{4,80}/giu

/** What may be meant without a name: `at the health centre`, `at the chemist`. */
const KNOWN_KIND =
  /(?<=\b(?:at|in|to) (?:the |my |our )?)(?:(?:local )?(?:medical cent(?:er|re)|health cent(?:er|re)|chemist|pharmacy)|(?:\p{L}+ ){1,2}(?:street|road|avenue|terrace|parade|crescent|lane|drive))(?![\p{L}\p{N}'’])/giu
/** Whatever is said right after "at" and is no time, no person and no part of a house: `at specsavers`, `at the mater private`. */
const AFTER_AT =
  /(?<=(?<!\b(?:look|looks|looking|looked|aim|good|bad|guess) )\bat )(?:the )?(?<name>\p{L}[\p{L}\p{M}'’.-]*(?: \p{L}[\p{L}\p{M}'’.-]*){0,4})/giu
const NO_PLACE =
  /^(?:noon|midday|midnight|night|dawn|lunch\p{L}*|breakfast|dinner|half|quarter|least|most|all|once|first|last|work|school|present|about|around|approximately|roughly|risk|reception|front|back|desk|door|end|start|beginning|bottom|top|moment|same|usual|latest|earliest|time|times|any|some|what|this|that|which|these|other|next|place|clinic|hospital|office|surgery|practice|dr|doctor|prof|professor|gp|mr|mrs|ms|dentist|physio|specialist|doctors?['’]?s?|dentists?['’]?s?|her|his|their|your|each|every|either|both|never|ease|level|floor|room|suite|exactly|sharp|zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/iu
const MOST_SAID = 3

/** The heads of letters and cards, on a line of their own. */
const LETTERHEAD =
  /(?:^|\n)(?<name>(?:\p{Lu}[\p{L}'’.-]*|&|and|of|the|\+)(?: (?:\p{Lu}[\p{L}'’.-]*|&|and|of|the|\+)){0,5} (?:physio(?:therapy)?|dermatology|radiology|x-?ray|associates|cent(?:er|re)|women['’]s health|children['’]s health|optometry|optical|optometrists|audiology|psychology|podiatry|chiropractic|dental(?: care)?|dentistry|orthodontics|eye ?care|hearing|imaging|pathology|family (?:practice|medical|medicine|health)|medical(?: practice| group)?|health ?care|skin cancer care|rehab(?:ilitation)?))(?=$|\n)/giu
const NO_LETTERHEAD =
  /^(?:department|dept|division|unit|examination|procedure|service|specialty|ward|bring|please|your|dr|doctor|prof|professor|mr|mrs|ms)\b/i

/** A place, and whether its ending is one of the specification and it is certain where its name begins. */
export interface SaidLocation extends Read<string> {
  isSure: boolean
}

/**
 * The places whose names end in clinic, hospital, medical center, office or health center, as the text has them; where there is none,
 * those with another ending of places, streets with a number, and saints. The ending alone ("the office") names no place.
 * @param text plain (`plainText`), without its dates and times, in its lines (`inLines`)
 */
export function locationsIn(text: string): SaidLocation[] {
  const inField = matchesIn(text, IN_FIELD).map(({ 0: said, index }) => {
    const words = said.replace(/[ .,;]+$/, '')
    return { value: words, words, at: index, isSure: true }
  })
  if (inField.length > 0) return inField
  const listed = withEnding(text, ENDING, true)
  if (listed.length > 0) return listed
  const heads = letterheads(text)
  if (heads.length > 0) return heads
  const others = [
    ...withEnding(text, OTHER_ENDING, false),
    ...matching(text, SAINT),
    ...matching(text, STREET),
  ]
  if (others.length > 0) return others.sort((a, b) => a.at - b.at)
  const kinds = matching(text, KNOWN_KIND).map((place) => ({ ...place, isSure: true }))
  return kinds.length > 0 ? kinds : afterAt(text)
}

const isLetterhead = (name: string): boolean =>
  !NO_LETTERHEAD.test(name) && name.split(' ').every((word) => /^(?:[\p{Lu}&+]|and$|of$|the$)/u.test(word))

/** Sure on the first line, where nothing but the name of the place stands. */
function letterheads(text: string): SaidLocation[] {
  if (!text.includes('\n')) return []
  const [head] = matchesIn(text, LETTERHEAD).filter(({ groups }) => isLetterhead(groups?.name ?? ''))
  const name = head?.groups?.name
  if (!head || name === undefined || isSpecialty(name)) return []
  const at = head.index + head[0].length - name.length
  return [{ value: name, words: name, at, isSure: at === 0 }]
}

/** At most so many words; at home somebody comes, or calls. They end with the text, with a line or before a word that belongs to no name. */
function afterAt(text: string): SaidLocation[] {
  const [place] = matchesIn(text, AFTER_AT).flatMap(({ 0: all, index, groups = {} }): SaidLocation[] => {
    const said = (groups.name ?? '').split(' ')
    const end = said.findIndex((word) => isLink(word) || isDay(word) || isTitle(word) || NO_PLACE.test(word))
    const words = said.slice(0, end === -1 ? said.length : end)
    if (words.length === 0 || words.length > MOST_SAID || isSpecialtyWord(words[0] ?? '')) return []
    const name = words.join(' ').replace(/[.,;:!?]+$/, '')
    return [
      {
        value: name,
        words: name,
        at: index + all.length - (groups.name ?? '').length,
        isSure: name.toLowerCase() !== 'home',
      },
    ]
  })
  return place ? [place] : []
}

const isSpecialtyWord = (word: string): boolean => specialtiesIn(word).length > 0

const isSpecialty = (name: string): boolean =>
  specialtiesIn(name).some(({ words, isSure }) => isSure && words === name)

const matching = (text: string, pattern: RegExp): SaidLocation[] =>
  matchesIn(text, pattern).map(({ 0: words, index }) => ({
    value: words,
    words,
    at: index,
    isSure: false,
  }))

function withEnding(text: string, endings: RegExp, isListed: boolean): SaidLocation[] {
  return matchesIn(text, endings).flatMap(({ 0: ending, index }) => {
    const before =
      text[index - 1] === ' ' ? nameBefore(text.slice(Math.max(0, index - REACH), index - 1)) : null
    // "Orthopedic Surgery" is what is done, not where.
    if (before === null || (/^surgery$/i.test(ending) && isSpecialty(before.name))) return []
    const words = `${before.name} ${ending}`
    const at = index + ending.length - words.length
    return [{ value: words, words, at, isSure: isListed && before.isSure }]
  })
}

/** The name that a text ends with; a guess where only a date or a time before it, now blank, tells where it begins. */
function nameBefore(text: string): { name: string; isSure: boolean } | null {
  const words = (text.split('\n').at(-1) ?? '').split(' ').slice(-MOST_WORDS)
  const capitals = isCapitalised(words.at(-1) ?? '')
  const begin = words.findLastIndex((word) => !mayBeInside(word, capitals)) + 1
  const lead = words.slice(begin).findIndex((word) => !INSIDE.test(word) && !ARTICLE.test(word))
  if (lead === -1) return null
  // A text without capitals says where a place begins only after "at", "in" or "to".
  const before = words.slice(0, begin)
  // So does a number or a specialty: "level 4 mercy hospital", "ortho mercy hospital".
  const isAfterBlank = before.at(-1) === '' || /^\d+$/.test(before.at(-1) ?? '')
  const isLed = BEFORE_PLACE.test(before.filter((word) => !ARTICLE.test(word)).at(-1) ?? '')
  if (!capitals && isTitle(before.at(-1) ?? '')) return behindDoctor(words.slice(begin + lead))
  if (!capitals && !isLed && !isAfterBlank) return null
  // "Dr Tan Eye Clinic": where the name of the doctor ends, nobody can tell.
  const isOfDoctor = isTitle(before.at(-1) ?? '')
  return { name: words.slice(begin + lead).join(' '), isSure: (capitals || isLed) && !isOfDoctor }
}

/** `dr mehta apollo hospital`: the place begins where the name of the doctor may end. */
function behindDoctor(words: readonly string[]): { name: string; isSure: boolean } | null {
  const doctor = spokenName(words.map((word) => word.toLowerCase()))?.name.split(' ').length ?? 0
  const name = words.slice(doctor).join(' ')
  return doctor > 0 && name !== '' ? { name, isSure: false } : null
}

function mayBeInside(word: string, capitals: boolean): boolean {
  if (!WORD.test(word) || endsHere(word) || isDay(word) || isTitle(word)) return false
  return capitals ? isCapitalised(word) || INSIDE.test(word) : !isLink(word)
}
