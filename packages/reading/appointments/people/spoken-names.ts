import { PEOPLE } from '../cues.ts'
import { isFamilyName, isGivenName, isNoName, mayBeFamilyName } from './known-names.ts'
import { isParticle } from './names.ts'

/** A spoken name, and whether it is certain where it ends. */
export interface SpokenName {
  name: string
  isSure: boolean
}

/** Words that begin a name but are not all of it: `van der Berg`, `O Brien`. */
const isBegin = (word: string): boolean => isParticle(word) || PEOPLE.beginsOfNames.test(word)

/**
 * Returns the name that some words in small letters begin with: one word, and a second one that is of no other kind; a
 * third one only where a list of names or a particle shows it. Null where there is none. It is sure only where the next
 * word is known to belong to the name, or not to.
 * @param words those that may belong to a name, in small letters, up to the first that cannot
 * @param behind the following words, from the first that cannot
 */
export function spokenName(words: readonly string[], behind: readonly string[] = []): SpokenName | null {
  const [first] = words
  if (first === undefined || isNoName(first)) return null
  if (isBegin(first)) return afterParticles(words, 0)
  const second = words[1]
  if (second === undefined || isNoName(second)) return { name: first, isSure: true }
  if (isBegin(second)) {
    const rest = afterParticles(words, 1)
    if (rest) return { ...rest, name: `${first} ${rest.name}` }
    return { name: first, isSure: true }
  }
  const third = words[2] ?? ''
  const isOpen = third !== '' && !isNoName(third)
  // "doctor jones castle street", "doctor jones truro clinic": the word before a place word belongs to the place.
  const isFamily = isFamilyName(first) && !isGivenName(first)
  const [next = ''] = behind
  const rest = isFamily ? [...words.slice(2), ...behind] : [third || next]
  if (!isOpen && !isFamilyName(second) && rest.some((word) => PEOPLE.placeKind.test(word)))
    return { name: first, isSure: isFamily }
  if (isOpen && isBegin(third)) {
    const last = afterParticles(words, 2)
    if (last) return { name: `${first} ${second} ${last.name}`, isSure: isGivenName(first) && last.isSure }
  }
  if (isGivenName(first) && isGivenName(second) && isFamilyName(third))
    return { name: `${first} ${second} ${third}`, isSure: true }
  if (isOpen && isFamilyName(third) && !PEOPLE.placeKind.test(words[3] ?? next))
    return { name: `${first} ${second} ${third}`, isSure: false }
  if (isFamilyName(second)) return { name: `${first} ${second}`, isSure: isGivenName(first) || !isOpen }
  // Nobody is called just "Doctor Laura": the next word is the family name. But "Doctor Lee" may end there.
  const isOnlyGiven = isGivenName(first) && !isFamilyName(first)
  const isName = isGivenName(second) || (isOnlyGiven && mayBeFamilyName(second))
  if (isGivenName(first)) return { name: `${first} ${second}`, isSure: isName }
  return { name: `${first} ${second}`, isSure: false }
}

/** Particles with the one word that follows: `de la Cruz`. `Le` and `Van` are names by themselves. */
function afterParticles(words: readonly string[], from: number): SpokenName | null {
  let end = from
  while (end < words.length && isBegin(words[end] ?? '')) end += 1
  const last = words[end]
  const hasName = last !== undefined && !isNoName(last)
  if (!hasName && from > 0) return null
  const name = words.slice(from, hasName ? end + 1 : from + 1).join(' ')
  return { name, isSure: hasName }
}
