/** How much of a medicine one dose is, as its own words say it. */
export interface Portion {
  /** In the singular: `tablet`, `ml`; `dose` where the words name none. */
  unit: string
  amount: number
  /** What less and more change it by. */
  step: number
  /** Whether the words name the amount; a guess is not logged unless the person touches it. */
  isSaid: boolean
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/tab(?:let)?s?/, 'tablet'],
  [/caplets?/, 'caplet'],
  [/cap(?:sule)?s?/, 'capsule'],
  [/puffs?/, 'puff'],
  [/sprays?/, 'spray'],
  [/drops?/, 'drop'],
  [/patch(?:es)?/, 'patch'],
  [/sachets?/, 'sachet'],
  [/lozenges?/, 'lozenge'],
  [/injections?/, 'injection'],
  [/units?/, 'unit'],
  [/ml|mls|millilit(?:er|re)s?/, 'ml'],
]

const NUMBER_WORDS: Record<string, number> = {
  '½': 0.5,
  half: 0.5,
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
}

/** Digits with their point (".5" is a half), or a word. Not what follows a slash or "per": that is a strength ("5 mg/5 ml"). */
const NUMBER = String.raw`(?<![\d.,/]|\/\s|per\s)(\d*[.,]\d+|\d+|½|\b(?:half|an?|one|two|three|four)\b)(?:\s+an?)?`

/** Halves are taken of tablets, caplets and liquids; everything else is whole. */
const DIVISIBLE = new Set(['tablet', 'caplet', 'ml'])

/** Reads the portion out of a medicine's words, the first that name one; each text by itself. */
export function portionOf(texts: readonly string[]): Portion {
  for (const text of texts) {
    const said = saidIn(text.toLowerCase())
    if (said) return said
  }
  const unit = UNITS.find(([pattern]) =>
    texts.some((text) => new RegExp(String.raw`\b(?:${pattern.source})\b`, 'i').test(text)),
  )?.[1]
  return { unit: unit ?? 'dose', amount: 1, step: stepOf(unit ?? 'dose', 1), isSaid: false }
}

function saidIn(text: string): Portion | null {
  for (const [pattern, unit] of UNITS) {
    const found = new RegExp(String.raw`${NUMBER}\s*(?:${pattern.source})\b`).exec(text)
    const word = found?.[1]
    if (word === undefined) continue
    const amount = NUMBER_WORDS[word] ?? Number(word.replace(',', '.'))
    if (amount > 0 && amount <= 1000) return { unit, amount, step: stepOf(unit, amount), isSaid: true }
  }
  return null
}

const stepOf = (unit: string, amount: number): number =>
  DIVISIBLE.has(unit) || !Number.isInteger(amount) ? 0.5 : 1
