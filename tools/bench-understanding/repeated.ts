/** What is repeated: marks, letters of one and two code units, words that readers look for, lines. */
const REPEATED = [
  ...'-.,:;()/|*_\'’"•½1aAxléÉßİ日Ａ @\n\t',
  ...[
    '💊',
    '\u200b',
    '\u00a0',
    '0O',
    'lI ',
    '1/',
    '1-',
    '1:',
    '(1',
    'a@',
    '.a',
    'a.',
    '- ',
    ', ',
    'a\n',
    '1\n',
    '   ',
    'A   ',
  ],
  ...[
    'mg ',
    'to ',
    'and ',
    'at ',
    'Dr ',
    "o'",
    'a b ',
    'A b ',
    'one ',
    'half ',
    'every 1 ',
    'for a ',
    'the ',
    'tab ',
    'oral ',
    'now ',
  ],
  ...[
    'with dr ',
    'Dr Lee ',
    'A, ',
    'A: ',
    '5 mg ',
    '1 March ',
    '10:30 ',
    '1/1/2026 ',
    '0412 ',
    'clinic ',
    'not at ',
    'or until ',
  ],
  ...[
    'take one\n',
    'once\n',
    'Amoxicillin 500mg\ntake one daily\n',
    'Breakfast: Ramipril 5mg, Aspirin 100mg\n',
    'take   Pharmacy\n',
  ],
]
/** What precedes and follows: a beginning of a match, and its end. */
const BEFORE = ['', 'Dr ', 'take ', '1 ']
const BEHIND = ['', 'x', '\n!', ' 1']

const SHORT = 5000
const LONG = 4 * SHORT
/**
 * The longest reading of the shorter text (ms), and how many times as long a text four times the length may take.
 */
const LONGEST_MS = 250
const STEEPEST = 8
/** Below this (ms) a factor only shows the machine's noise. */
const FEWEST_MS = 20
const AGAIN = 5

interface Growth {
  text: string
  ms: number
  factor: number
}

/**
 * Reads texts that repeat one thing over and over, each in two lengths, and prints the slowest and the one that grows
 * most.
 * @returns whether all are read in time and in proportion to their length
 */
export function readsInProportion(name: string, read: (text: string) => unknown): boolean {
  const texts = REPEATED.flatMap((words) =>
    BEFORE.flatMap((before) => BEHIND.map((behind) => ({ words, before, behind }))),
  )
  const all = texts.map(({ words, before, behind }): Growth => {
    const [long, short] = [LONG, SHORT].map((length) => {
      const text = before + words.repeat(Math.ceil(length / words.length)).slice(0, length) + behind
      return () => timed(read, text)
    }) as [() => number, () => number]
    const first = long()
    const isQuick = first < FEWEST_MS
    const ms = isQuick ? first : fastest(long, first)
    const factor = ms < FEWEST_MS ? 1 : ms / fastest(short, short())
    return { text: JSON.stringify([before, words, behind]), ms, factor }
  })
  const [slowest] = all.toSorted((one, other) => other.ms - one.ms)
  const [steepest] = all.toSorted((one, other) => other.factor - one.factor)
  if (!slowest || !steepest) return false
  console.log(
    `${name}: ${all.length} texts that repeat, of ${LONG} characters: the slowest ${slowest.ms.toFixed(1)} ms with ${slowest.text}, ` +
      `the most that four times the length took is ${steepest.factor.toFixed(1)} times as long${steepest.factor > 1 ? ` with ${steepest.text}` : ''}`,
  )
  return slowest.ms <= LONGEST_MS && steepest.factor <= STEEPEST
}

const fastest = (run: () => number, first: number): number => Math.min(first, ...Array.from({ length: AGAIN - 1 }, run))

/** Reads something else first, so that nothing is remembered of the same text. */
function timed(read: (text: string) => unknown, text: string): number {
  read('')
  const begun = performance.now()
  read(text)
  return performance.now() - begun
}
