import { isExtension, isPrintedName } from '../medicines/medicine-names.ts'
import { editDistance } from '../words/edit-distance.ts'
import type { Named } from './medicine.ts'

/** Names with fewer letters are near too many others. */
const SHORTEST = 6
/** How many letters the camera may have misread or lost. */
const MISREAD = 2
/** Of one substance, a plain tablet and one with such a word are two products. */
const RELEASES = /\b(?:xr|sr|er|cr|xl|mr|la|retard|depot)\b/giu

/**
 * Returns whether a label names the same medication again, in the same strength: `Sandoz-Ondansetron ODT 4mg` above
 * `Ondansetron 4mg`, the print of a sheet that is repeated, or a line that was read once more with other letters.
 */
export function isNamedAgain(one: Named, again: Named): boolean {
  const [strength, other] = [one, again].map(({ strength }) => strength?.value ?? '')
  if (strength !== other || strength === '' || releasesOf(one) !== releasesOf(again)) return false
  const [words, others] = [one, again].map(({ name }) => wordsOf(name.value))
  if (!words || !others) return false
  const [letters, otherLetters] = [words.join(''), others.join('')]
  if (isNear(letters, otherLetters)) return true
  return words.some((word) => others.some((own) => !isExtension(word) && isNear(word, own)))
}

const wordsOf = (name: string): string[] => name.toLowerCase().match(/\p{L}+/gu) ?? []

const releasesOf = ({ name }: Named): string => name.value.toLowerCase().match(RELEASES)?.toSorted().join(' ') ?? ''

/** `Ofen 600mg` below `Ibuprofen 600mg`: what the edge of a bottle or of a sheet left of a name. */
const isEdge = (short: string, long: string): boolean =>
  short.length >= SHORTEST_EDGE && !isPrintedName(short) && (long.endsWith(short) || long.startsWith(short))
const SHORTEST_EDGE = 4

/**
 * Returns whether two words are the same but for a few letters, or one is what is left of the other. Two known names are
 * never: many differ by two letters only (`prednisone`, `prednisolone`).
 */
function isNear(one: string, other: string): boolean {
  if (one !== other && isPrintedName(one) && isPrintedName(other)) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < SHORTEST) return short === long || isEdge(short, long)
  if (long.endsWith(short)) return true
  const most = short.length > 8 ? MISREAD : 1
  return long.length - short.length <= most && editDistance(short, long, most) <= most
}
