import { hasMedicineEnding, isMedicineName } from '../medicines/medicine-names.ts'

/** What recognisers take for one another, both ways. */
const CONFUSED: readonly (readonly [string, string])[] = [
  ['i', 'l'],
  ['1', 'l'],
  ['1', 'i'],
  ['0', 'o'],
  ['5', 's'],
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
  ['c', 'e'],
  ['c', 'o'],
  ['a', 'o'],
  ['e', 'o'],
  ['h', 'b'],
  ['n', 'u'],
  ['f', 't'],
  ['l', 't'],
  ['q', 'g'],
  ['v', 'y'],
  ['li', 'h'],
]

/** The one known name that a word becomes by one or two such confusions; null when it becomes none, or several. */
export function repairedName(word: string): string | null {
  const small = word.toLowerCase()
  if (small.length < 6 || small.length > 24 || isMedicineName(small)) return null
  const once = confusionsOf(small)
  const near = [...once].filter(isMedicineName)
  // What ends like a substance may be one that the list does not have: two letters are too many to change.
  const isEnough = near.length > 0 || small.length < 8 || hasMedicineEnding(small)
  const names = isEnough
    ? near
    : [...once].flatMap((other) => [...confusionsOf(other)].filter(isMedicineName))
  const [name, ...others] = new Set(names)
  if (name === undefined || others.length > 0) return null
  return /^\p{Lu}/u.test(word) ? name.slice(0, 1).toUpperCase() + name.slice(1) : name
}

function confusionsOf(word: string): Set<string> {
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

/** Shorthand as recognisers misread it, where nothing else makes sense behind a dose; the person is asked. */
const MISREAD: readonly (readonly [RegExp, string])[] = [
  [/(?<![a-z])g(?=\d{1,2}(?:-\d{1,2})?h\b)/gi, 'q'],
  [/(?<=\dh )p(?:m|rm)\b/gi, 'prn'],
  [/\b(?:gid|qld|q1d)\b/gi, 'qid'],
  [/\b(?:tas|tcls|tos)\b/gi, 'tds'],
  [/\b(?:bcl|b0|bci)\b/gi, 'bd'],
  [/\b(?:rnane|mano)\b/gi, 'mane'],
  [/\b(?:nocle|nocie|noete|nucte)\b/gi, 'nocte'],
]
/** `1 pm`, `1 pin`, `2 tabs pm for pain`: `prn` where the r and the n ran together. Where another time is named, it may be a time. */
const RUN_TOGETHER =
  /\b([1-4]|one|two)((?:\s+(?:tab|cap)(?:let|sule)?s?)?)\s?p(?:m|rm|in)(?=$|[.,]|\s+(?:for|if|max|pain)\b)/i
const NAMES_A_TIME = /\bat\b|\d\s?am\b|\d[:.]\d|\band\b|\bto\b/i

/**
 * Directions with a misread shorthand put right, and whether there was one. Only the shorthand of prescribers: a word of plain
 * language is repaired by whoever reads the directions.
 */
export function repairedDirections(text: string): { text: string; isRepaired: boolean } {
  // Specks beside a number, and numbers that ran into what follows: `6& hours`, `1bd`, `28 hourly` of two every eight hours.
  const apart = text
    .replace(/(?<=\d)[&{}|<>*~]+(?=\s|$)|(?<=^|\s)[&{}|<>*~]+(?=\d)/g, '')
    .replace(/^(\d{1,2})(?=(?:bd|tds|qid|bid|tid|mane|nocte|prn|daily|tab|cap|[qg]\d)\w{0,5}\b)/i, '$1 ')
    .replace(/^([12])([468]|12)(?=\s?hourly\b)(?<!\b(?:1[12]|2[0-4]))/i, '$1 $2')
  const isShort = apart.length <= 40
  if (!isShort) return { text: apart, isRepaired: apart !== text }
  const known = MISREAD.reduce((said, [pattern, right]) => said.replace(pattern, right), apart)
  const repaired = NAMES_A_TIME.test(known) ? known : known.replace(RUN_TOGETHER, '$1$2 prn')
  return { text: repaired, isRepaired: repaired !== text }
}
