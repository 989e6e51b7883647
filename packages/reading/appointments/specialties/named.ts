import { patternOf } from '../../patterns.ts'
import cues from '../../vocabulary/specialties.json' with { type: 'json' }
import vocabulary from '../../vocabulary/specialty-names.json' with { type: 'json' }
import { editDistance } from '../../words/edit-distance.ts'
import { SPECIALTIES } from '../cues.ts'

const NAMES = vocabulary.names.list
const LISTED = new Map(NAMES.map((name) => [name.toLowerCase(), name]))

/** Returns a pattern for any of some words that tries, at each position, only those beginning with its letter. */
const anyOf = (words: readonly string[]): string =>
  [
    ...Map.groupBy(
      words.toSorted((a, b) => b.length - a.length),
      (word) => word.charAt(0).toLowerCase(),
    ),
  ]
    .map(([first, all]) => `${first}(?:${all.map((word) => word.slice(1)).join('|')})`)
    .join('|')

/** A listed specialty, also in the plural; a camera reads `rn` where an m is printed. */
export const LISTED_SPECIALTY = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${anyOf(NAMES).replace(/m/gi, '(?:m|rn)')})s?(?=['’]s(?!\\p{L})|(?![\\p{L}\\p{N}'’]*\\p{L}))`,
  'giu',
)

/** Returns the listed spelling of what `LISTED_SPECIALTY` matched; empty for any other words. */
export function listName(words: string): string {
  const said = words.toLowerCase()
  const asPrinted = said.replace(/rn/g, 'm')
  const forms = [said, said.slice(0, -1), asPrinted, asPrinted.slice(0, -1)]
  return forms.map((form) => LISTED.get(form)).find((name) => name !== undefined) ?? ''
}

/** Other phrases people use for a specialty. */
const SAID = vocabulary.said.list.map(({ name, ...cue }) => ({ value: name, pattern: patternOf(cue) }))
/**
 * Where any of them may begin; only there is each one tried, which takes a tenth of the work of searching the whole
 * text for each.
 */
export const ANY_SAID = new RegExp(`\\b(?:${SAID.map(({ pattern }) => pattern.source).join('|')})`, 'giu')
export const SAID_HERE = SAID.map(({ value, pattern }) => ({ value, here: new RegExp(pattern, `${pattern.flags}y`) }))

/** A doctor's field in patients' words, and whether the words may also mean another field. */
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

/** Returns whether a single word says what is done: `Cardiology`, `heart`, `children's`. */
export const isFieldWord = (word: string): boolean => FIELD_WORDS.has(plain(word)) || listName(word) !== ''

/** Returns the practitioner or department where one of `FIELD_PATTERNS` matched, and whether it can be nothing else. */
export function fieldName(groups: Record<string, string | undefined>): { value: string; isSure: boolean } {
  const { of = '', person, surgeon } = groups
  const { person: who = '', field = '', isOpen = true } = FIELDS.get(plain(of)) ?? {}
  if (surgeon && /^hand$/i.test(of)) return { value: 'Hand surgeon', isSure: true }
  if (surgeon) {
    const isKnown = SPECIALTIES.operated.test(who)
    return { value: isKnown ? who : 'Surgeon', isSure: isKnown && !isOpen }
  }
  // A vascular physician does not operate.
  const isOther = /^physician/i.test(person ?? '') && /surgeon$/.test(who)
  if (person) return { value: who, isSure: !isOther && (!isOpen || /^(?:eye|kids|child|p)/i.test(of)) }
  // A practice nurse runs clinics for asthma and for diabetes too.
  return { value: field, isSure: !isOpen && !groups.matter && !groups.nurse }
}

/** What a word sounds like, with one letter for each group of similar sounds. */
const soundOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/ph/g, 'f')
    .replace(/c(?=[eiy])|z/g, 's')
    .replace(/c/g, 'k')
    .replace(/y/g, 'i')
    .replace(/[^a-z]|h/g, '')
    .replace(/(.)\1+/g, '$1')

/** Names in the list that are one long word, as they are written and as they sound. */
const LONG_NAMES = NAMES.filter((name) => /^\p{L}{8,}$/u.test(name))
const WRITTEN = LONG_NAMES.map((name) => ({ name, form: name.toLowerCase() }))
const SOUNDS = LONG_NAMES.map((name) => ({ name, form: soundOf(name) }))
/** From this length on, a second letter may be wrong. */
const LONG = 11
/** With this many sounds two may be wrong, with fewer none. */
const MANY_SOUNDS = 12

/** Returns the name whose form has the fewest slips; empty where none has few enough. */
function nearest(said: string, names: readonly { name: string; form: string }[], most: number): string {
  const [near] = names
    .filter(({ form }) => form.startsWith(said.charAt(0)) && Math.abs(form.length - said.length) <= most)
    .map(({ name, form }) => ({ name, slips: editDistance(said, form, most) }))
    .sort((a, b) => a.slips - b.slips)
  return near && near.slips <= most ? near.name : ''
}

/**
 * Returns the listed specialty that a misspelled long word stands for: `opthalmologist`; empty where there is none.
 */
export const misspelled = (word: string): string => nearest(word.toLowerCase(), WRITTEN, word.length >= LONG ? 2 : 1)

/**
 * Returns the listed specialty of one long word that some words together sound like; empty where there is none.
 */
export function soundsLike(words: string): string {
  const said = soundOf(words)
  return nearest(said, SOUNDS, said.length >= MANY_SOUNDS ? 2 : 0)
}
