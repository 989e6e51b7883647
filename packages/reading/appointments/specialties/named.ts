import { patternOf } from '../../patterns.ts'
import cues from '../../vocabulary/specialties.json' with { type: 'json' }
import vocabulary from '../../vocabulary/specialty-names.json' with { type: 'json' }
import { editDistance } from '../../words/edit-distance.ts'
import { SPECIALTIES } from '../cues.ts'

const NAMES = vocabulary.names.list
const LISTED = new Map(NAMES.map((name) => [name.toLowerCase(), name]))

/** Any of some words, as a pattern that tries at each place only those that begin with the letter that stands there. */
const anyOf = (words: readonly string[]): string =>
  [
    ...Map.groupBy(
      words.toSorted((a, b) => b.length - a.length),
      (word) => word.charAt(0).toLowerCase(),
    ),
  ]
    .map(([first, all]) => `${first}(?:${all.map((word) => word.slice(1)).join('|')})`)
    .join('|')

/** A specialty of the list, also in the plural; a camera reads `rn` where an m is printed. */
export const LISTED_SPECIALTY = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${anyOf(NAMES).replace(/m/gi, '(?:m|rn)')})s?(?=['’]s(?!\\p{L})|(?![\\p{L}\\p{N}'’]*\\p{L}))`,
  'giu',
)

/** As the list writes what `LISTED_SPECIALTY` matched; empty for any other words. */
export function listName(words: string): string {
  const said = words.toLowerCase()
  const asPrinted = said.replace(/rn/g, 'm')
  const forms = [said, said.slice(0, -1), asPrinted, asPrinted.slice(0, -1)]
  return forms.map((form) => LISTED.get(form)).find((name) => name !== undefined) ?? ''
}

/** What people say for a specialty in other ways. */
const SAID = vocabulary.said.list.map(({ name, ...cue }) => ({ value: name, pattern: patternOf(cue) }))
/**
 * Where any of them may begin; each is then tried there alone, which is a tenth of the work of looking for each in the
 * whole text.
 */
export const ANY_SAID = new RegExp(`\\b(?:${SAID.map(({ pattern }) => pattern.source).join('|')})`, 'giu')
export const SAID_HERE = SAID.map(({ value, pattern }) => ({ value, here: new RegExp(pattern, `${pattern.flags}y`) }))

/** What a doctor is of, in the words of those who go there, and whether the words may mean another one as well. */
const FIELDS = new Map<string, { person: string; field: string; isOpen: boolean }>(
  vocabulary.fields.list.flatMap(({ person, field, words = [], open = [] }) => [
    ...words.map((word) => [word, { person, field, isOpen: false }] as const),
    ...open.map((word) => [word, { person, field, isOpen: true }] as const),
  ]),
)
const FIELD_WORDS = new Set([...FIELDS.keys()].flatMap((words) => words.split(/[ -]/)))
const LISTS = {
  ...cues.words,
  field: [
    anyOf(
      [...FIELDS.keys()].map((words) =>
        words.replace(/s\b/g, "'?s").replace(/ and /g, ' (and|&) ').replace(/ /g, ',? '),
      ),
    ),
  ],
}
export const FIELD_PATTERNS = [patternOf(cues.fields.said, LISTS), patternOf(cues.fields.labelled, LISTS)]

const plain = (words: string): string =>
  words
    .toLowerCase()
    .replace(/['’]|,(?= )/g, '')
    .replace(/&/g, 'and')

/** Whether a word by itself says what is done: `Cardiology`, `heart`, `children's`. */
export const isFieldWord = (word: string): boolean => FIELD_WORDS.has(plain(word)) || listName(word) !== ''

/** Who is seen, or what is gone to, where one of `FIELD_PATTERNS` matched, and whether it can be nothing else. */
export function fieldName(groups: Record<string, string | undefined>): { value: string; isSure: boolean } {
  const { of = '', person, surgeon } = groups
  const { person: who = '', field = '', isOpen = true } = FIELDS.get(plain(of)) ?? {}
  if (surgeon && /^hand$/i.test(of)) return { value: 'Hand surgeon', isSure: true }
  if (surgeon) {
    const isKnown = SPECIALTIES.operated.test(who)
    return { value: isKnown ? who : 'Surgeon', isSure: isKnown && !isOpen }
  }
  // A vascular physician operates on nobody.
  const isOther = /^physician/i.test(person ?? '') && /surgeon$/.test(who)
  if (person) return { value: who, isSure: !isOther && (!isOpen || /^(?:eye|kids|child|p)/i.test(of)) }
  // The nurse of a practice has clinics for asthma and for diabetes too.
  return { value: field, isSure: !isOpen && !groups.matter && !groups.nurse }
}

/** The names of the list that are one long word: `Dermatology`, `Podiatrist`. */
const LONG_NAMES = NAMES.filter((name) => /^\p{L}{8,}$/u.test(name))
/** In so long a word a second letter may be wrong. */
const LONG = 11

/**
 * The specialty of the list that a long word is meant to be, where it is spelled wrong: `opthalmologist`; empty where
 * it is none.
 */
export function misspelled(word: string): string {
  const said = word.toLowerCase()
  const most = said.length >= LONG ? 2 : 1
  const [nearest] = LONG_NAMES.map((name) => ({ name, small: name.toLowerCase() }))
    .filter(({ small }) => small.startsWith(said.charAt(0)) && Math.abs(small.length - said.length) <= most)
    .map(({ name, small }) => ({ name, slips: editDistance(said, small, most) }))
    .sort((a, b) => a.slips - b.slips)
  return nearest && nearest.slips <= most ? nearest.name : ''
}

/** What a word sounds like, in letters that each stand for all of their sound. */
const sound = (words: string): string =>
  words
    .toLowerCase()
    .replace(/ph/g, 'f')
    .replace(/c(?=[eiy])|z/g, 's')
    .replace(/c/g, 'k')
    .replace(/y/g, 'i')
    .replace(/[^a-z]|h/g, '')
    .replace(/(.)\1+/g, '$1')

const SOUNDS = LONG_NAMES.map((name) => ({ name, heard: sound(name) }))
/** In so many sounds two may be wrong, in fewer none. */
const MANY_SOUNDS = 12
const MOST_WRONG = 2

/**
 * The specialty of the list, of one long word, that some words sound like together; empty where they sound like none.
 */
export function soundsLike(words: string): string {
  const said = sound(words)
  const same = SOUNDS.find(({ heard }) => heard === said)
  if (same || said.length < MANY_SOUNDS) return same?.name ?? ''
  const near = SOUNDS.filter(({ heard }) => heard.startsWith(said.charAt(0)) && heard.length >= MANY_SOUNDS)
  return near.find(({ heard }) => editDistance(said, heard, MOST_WRONG) <= MOST_WRONG)?.name ?? ''
}
