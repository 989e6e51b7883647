/** Numbers as they are spoken: `eight hundred`, `seventy five`, `two point five`, `one and a half`, `twenty second`. */

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'

/** The value of each word for a whole number below a hundred, in small letters. */
export const CARDINAL: ReadonlyMap<string, number> = new Map<string, number>([
  ...SMALL.split(' ').map((word, value): [string, number] => [word, value]),
  ...TENS.split(' ').map((word, index): [string, number] => [word, 20 + 10 * index]),
  ['fourty', 40],
])
const ORDINAL = new Map<string, number>([
  ...ORDINALS.split(' ').map((word, index): [string, number] => [word, index + 1]),
  ['thirtieth', 30],
])

/** The words, in small letters, that a number may begin with if it does not begin with a digit. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set([
  ...CARDINAL.keys(),
  ...ORDINAL.keys(),
  ...['a', 'o', 'oh', 'point', 'hundred'],
])

/** Returns whether a word, in small letters, can be the first of a number. */
export const beginsNumber = (word: string): boolean => NUMBER_WORDS.has(word) || /^\d{1,3}$/.test(word)

/** A number at the beginning of some words: its digits, and how many of the words it takes. */
export interface SpokenNumber {
  digits: string
  length: number
}

/**
 * Returns the number the words begin with; null when there is none.
 * @param words in small letters, in the order they were spoken, with hyphens counting as spaces
 */
export function spokenNumber(words: readonly string[]): SpokenNumber | null {
  // "point five" without its zero must never become five.
  if (words[0] === 'point') return pointFirst(words)
  return zeroFirst(words) ?? ordinal(words) ?? withFraction(words)
}

/** Things that are counted one by one; units and millilitres are measured, and may be many. */
const COUNTED_OUT =
  '(?:tablets?|tabs?|caplets?|capsules?|caps?|gelcaps?|pills?|puffs?|inhalations?|sprays?|pumps?|patch(?:es)?|sachets?|lozenges?|suppositor(?:y|ies))'
const ONES = SMALL.split(' ').slice(1, 10).join('|')
const NUMBERS = [...CARDINAL.keys()].join('|')
const COUNT = String.raw`(?:${ONES})(?: and a half| point five)?(?: (?:or|to) (?:${NUMBERS}))? ${COUNTED_OUT}\b`
const STRENGTH_AND_COUNT = new RegExp(
  String.raw`^(?<strength>.*\b(?:hundred|thousand)(?: (?:${TENS.replaceAll(' ', '|')}))?) ${COUNT}`,
)
const DECIMAL_AND_COUNT = new RegExp(`^(?<strength>(?:.* )?point(?: (?:${NUMBERS}))+) ${COUNT}`)
const TENS_AND_COUNT = new RegExp(`^(?<strength>${TENS.replaceAll(' ', '|')}) ${COUNT}`)

/**
 * Returns how many of the words of a number are a strength, where a count of something follows without an "and":
 * `five hundred one tablet` is one of five hundred, `two point five one tablet` one of 2.5. Null where the number is a
 * single one. `forty two tablets` is ambiguous, except after `slash`.
 * @param words as for `spokenNumber`, with what follows the number
 */
export function strengthLength(words: readonly string[], length: number, isAfterSlash: boolean): number | null {
  const said = words.join(' ')
  const match =
    DECIMAL_AND_COUNT.exec(said) ?? STRENGTH_AND_COUNT.exec(said) ?? (isAfterSlash ? TENS_AND_COUNT.exec(said) : null)
  const strength = match?.groups?.strength?.split(' ').length ?? length
  return strength < length ? strength : null
}

function pointFirst(words: readonly string[]): SpokenNumber | null {
  const read = withFraction(['zero', ...words])
  return read && read.length > 1 ? { digits: read.digits, length: read.length - 1 } : null
}

/** `oh five`, as the minutes of a time are spoken, and `oh seven hundred`, as an hour on a 24-hour clock. */
function zeroFirst([zero = '', next = '', hundred]: readonly string[]): SpokenNumber | null {
  const value = CARDINAL.get(next) ?? 0
  if (!/^(?:oh?|zero)$/.test(zero) || value < 1 || value > 9) return null
  if (hundred === 'hundred') return { digits: `0${value}00`, length: 3 }
  return zero === 'zero' ? null : { digits: `0${value}`, length: 2 }
}

function ordinal([first = '', second = '']: readonly string[]): SpokenNumber | null {
  const alone = ORDINAL.get(first)
  if (alone !== undefined) return { digits: withEnding(alone), length: 1 }
  const tens = CARDINAL.get(first) ?? 0
  const unit = ORDINAL.get(second) ?? 10
  return tens >= 20 && unit < 10 ? { digits: withEnding(tens + unit), length: 2 } : null
}

function withEnding(value: number): string {
  const teen = value > 10 && value < 14
  return `${value}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th'}`
}

function withFraction(words: readonly string[]): SpokenNumber | null {
  const whole = cardinal(words)
  if (whole === null) return null
  const rest = words.slice(whole.length)
  if (rest[0] === 'and' && rest[1] === 'a' && rest[2] === 'half')
    return { digits: `${whole.value}.5`, length: whole.length + 3 }
  if (rest[0] !== 'point') return { digits: String(whole.value), length: whole.length }
  const decimals: number[] = []
  for (const word of rest.slice(1)) {
    const digit = CARDINAL.get(word) ?? (/^\d{1,2}$/.test(word) ? Number(word) : undefined)
    if (digit === undefined || (digit > 9 && decimals.length > 0)) break
    decimals.push(digit)
  }
  if (decimals.length === 0) return { digits: String(whole.value), length: whole.length }
  return { digits: `${whole.value}.${decimals.join('')}`, length: whole.length + 1 + decimals.length }
}

interface Cardinal {
  value: number
  length: number
}

function cardinal(words: readonly string[]): Cardinal | null {
  const first = belowThousand(words)
  if (first === null || words[first.length] !== 'thousand') return first
  const rest = afterAnd(words, first.length + 1, belowThousand)
  return { value: first.value * 1000 + rest.value, length: rest.length }
}

function belowThousand(words: readonly string[]): Cardinal | null {
  const one =
    words[0] === 'a' && /^(?:hundred|thousand)$/.test(words[1] ?? '')
      ? { value: 1, length: 1 }
      : words[0] === 'hundred'
        ? { value: 1, length: 0 }
        : null
  const first = one ?? belowHundred(words)
  if (first === null || first.value > 99 || words[first.length] !== 'hundred') return first
  const rest = afterAnd(words, first.length + 1, belowHundred)
  return { value: first.value * 100 + rest.value, length: rest.length }
}

/** What follows `hundred` or `thousand`, after an "and" or directly; nothing counts as zero. */
function afterAnd(
  words: readonly string[],
  from: number,
  read: (words: readonly string[]) => Cardinal | null,
): Cardinal {
  const start = words[from] === 'and' ? from + 1 : from
  // "two hundred and a half" or "a thousand and ten percent" add nothing that is read here.
  const rest = read(words.slice(start, start + 6))
  return rest === null ? { value: 0, length: from } : { value: rest.value, length: start + rest.length }
}

function belowHundred([first = '', second = '']: readonly string[]): Cardinal | null {
  const value = CARDINAL.get(first) ?? (/^\d{1,3}$/.test(first) ? Number(first) : undefined)
  if (value === undefined) return null
  const unit = CARDINAL.get(second) ?? 0
  const isTens = value >= 20 && value % 10 === 0 && CARDINAL.has(first)
  return isTens && unit > 0 && unit < 10 ? { value: value + unit, length: 2 } : { value, length: 1 }
}
