import {
  hasMedicineEnding,
  isExtension,
  isPrintedName,
  listedExtensions,
  listedNames,
} from '../medicines/medicine-names.ts'
import misread from '../vocabulary/misread.json' with { type: 'json' }
import { editDistance } from '../words/edit-distance.ts'

/** What text recognition confuses, in both directions. */
const CONFUSED = misread.confused.pairs.map((pair) => pair.split(' ') as [string, string])

const SINGLE = CONFUSED.filter(([one]) => one.length === 1)
const DOUBLE = CONFUSED.filter(([two]) => two.length === 2)

/** Returns every letter that this one may stand for, including through other letters. */
function mistakable(letter: string): Set<string> {
  const group = new Set([letter])
  for (const one of group) {
    for (const [a, b] of SINGLE) {
      if (a === one) group.add(b)
      if (b === one) group.add(a)
    }
  }
  return group
}

const first = (letter: string): string => [...mistakable(letter)].sort()[0] ?? letter

/** The letter used in outlines for each confusable one. */
const OUTLINES = new Map(
  [...new Set(CONFUSED.flat().join(''))].map((letter) => {
    const [two] = DOUBLE.find(([, one]) => mistakable(letter).has(one)) ?? [letter]
    return [letter, Array.from(two, first).join('')]
  }),
)

/**
 * Returns the same outline for all words that confusions can turn into one another: most words on a label share it with
 * no name, and need not be tried.
 */
const outlineOf = (word: string): string => Array.from(word, (letter) => OUTLINES.get(letter) ?? letter).join('')

const NAMED_OUTLINES = new Set(listedNames().map(outlineOf))

/** Returns the one known name that a word becomes by one or two such confusions; null for none or several. */
export function repairedName(word: string): string | null {
  const small = word.toLowerCase()
  if (small.length < 6 || small.length > 24 || isPrintedName(small)) return null
  if (!NAMED_OUTLINES.has(outlineOf(small))) return null
  const once = confusionsOf(small)
  const near = [...once].filter(isPrintedName)
  // A word that ends like a substance may be one missing from the list: two letters are too many to change.
  const isEnough = near.length > 0 || small.length < 8 || hasMedicineEnding(small)
  const names = isEnough ? near : [...once].flatMap((other) => [...confusionsOf(other)].filter(isPrintedName))
  const [name, ...others] = new Set(names)
  if (name === undefined || others.length > 0) return null
  return inCaseOf(word, name)
}

/** Names that end like substances, by how many letters they have. */
const ENDED = Map.groupBy(
  listedNames().filter((name) => name.length >= 8 && hasMedicineEnding(name)),
  (name) => name.length,
)

/**
 * Returns the one known name that differs in a single letter, whichever it is, from a word that ends like a substance:
 * `Aiorvastatin`. Only the recogniser is unlikely to make that ending up. In a long word one may be missing as well, or
 * there twice: `Amoxicilln`.
 */
export function nameMisread(word: string): string | null {
  const small = word.toLowerCase()
  if (small.length < 8 || isPrintedName(small)) return null
  const { length } = small
  const same = hasMedicineEnding(small) ? (ENDED.get(length) ?? []) : []
  const others = length < LONG ? [] : [length - 1, length + 1].flatMap((other) => BY_LENGTH.get(other) ?? [])
  // Most words differ from most names at both ends.
  const inside = others.filter((one) => one[0] === small[0] && one.at(-1) === small.at(-1))
  const near = [...same, ...inside].filter((one) => editDistance(one, small, 1) === 1)
  const [name, ...more] = near
  return name === undefined || more.length > 0 ? null : inCaseOf(word, name)
}
const LONG = 9
const BY_LENGTH = Map.groupBy(listedNames(), (name) => name.length)

/** Returns the one known name whose first letter is missing: cut off at the edge of the picture. */
export function nameCutOff(word: string): string | null {
  const small = word.toLowerCase()
  if (small.length < 5 || isPrintedName(small)) return null
  const [name, ...others] = Array.from(LETTERS, (letter) => letter + small).filter(isPrintedName)
  return name !== undefined && others.length === 0 ? name.slice(0, 1).toUpperCase() + name.slice(1) : null
}

/** At the edge of a bottle a name ends anywhere; with fewer letters left it could be several. */
const LEFT = 6
const BY_BEGINNING = Map.groupBy([...listedNames(), ...listedExtensions()], (name) => name.slice(0, LEFT))

/** Returns the one known name or salt that begins with these letters: cut off at the edge of the picture. */
export function nameCutShort(word: string): string | null {
  const small = word.toLowerCase()
  if (small.length < LEFT || isPrintedName(small) || isExtension(small)) return null
  const [name, ...others] = (BY_BEGINNING.get(small.slice(0, LEFT)) ?? []).filter((one) => one.startsWith(small))
  if (name === undefined || others.length > 0) return null
  return inCaseOf(word, name)
}

/** How many letters of other print may hang on a name: with more, it is another one. */
const HANGING = 4

/** Returns the one known name on which a few letters of other print hang: `Levetiracetammpk`. */
export function nameRunOn(word: string): string | null {
  const small = word.toLowerCase()
  if (small.length <= SHORTEST_RUN_ON || isPrintedName(small) || isExtension(small)) return null
  const names = (BY_BEGINNING.get(small.slice(0, LEFT)) ?? []).filter(
    (one) => one.length >= SHORTEST_RUN_ON && small.startsWith(one) && small.length - one.length <= HANGING,
  )
  const [name] = names.toSorted((one, other) => other.length - one.length)
  return name === undefined ? null : inCaseOf(word, name)
}
const SHORTEST_RUN_ON = 9

/** Shorter ones are near other words. */
const LONG_SALTS = listedExtensions().filter((salt) => salt.length >= 10)
const MISREAD_IN_SALT = 2

/** Returns the one salt that a long word was misread from: `Hydrochlonde`. */
export function saltOf(word: string): string | null {
  const small = word.toLowerCase()
  if (small.length < 9 || isExtension(small) || isPrintedName(small)) return null
  const near = LONG_SALTS.filter(
    (salt) =>
      Math.abs(salt.length - small.length) <= MISREAD_IN_SALT &&
      editDistance(salt, small, MISREAD_IN_SALT) <= MISREAD_IN_SALT,
  )
  const [salt, ...others] = near
  if (salt === undefined || others.length > 0) return null
  return inCaseOf(word, salt)
}
const inCaseOf = (word: string, name: string): string =>
  /^\p{Lu}/u.test(word) ? name.slice(0, 1).toUpperCase() + name.slice(1) : name

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Returns every word that one confusion turns this one into. */
export function confusionsOf(word: string): Set<string> {
  const found = new Set<string>()
  for (const [a, b] of CONFUSED) {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      for (let at = word.indexOf(from); at >= 0; at = word.indexOf(from, at + 1)) {
        found.add(word.slice(0, at) + to + word.slice(at + from.length))
      }
    }
  }
  return found
}
