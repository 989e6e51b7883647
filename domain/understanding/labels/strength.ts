import type { Confidence } from '../read.ts'

/** A strength as it is printed: `500mg`, `2.5 MG`, `500 mg/125 mg`, `100 micrograms`, `5 mg/5 mL`, `1 %`, `100 units/mL`. */
export interface Strength {
  /** `500 mg`, the unit in its usual letters. */
  value: string
  words: string
  at: number
  confidence: Confidence
  /** Printed so that it has been misread often enough to harm: `.5 mg`, `5.0 mg`, `10 U`. */
  isUnsafe: boolean
}

/** Units with what recognisers make of them: `rng` and `mq` are mg. */
const UNITS: readonly (readonly [unit: string, printed: string])[] = [
  ['mcg', String.raw`micrograms?|micro\s?g|mcgs?|rncg|mcq|[µμu]g`],
  ['mg', 'milligrams?|mgs?|rng|mq|rnq'],
  ['mmol', 'mmol'],
  ['ml', 'millilitres?|milliliters?|mls?|m1'],
  ['units', 'international units?|units?|iu|u'],
  ['g', 'grams?|gm?'],
  ['%', '%'],
]
/** Readings that are no way in which anybody prints the unit. */
const MISREAD = /^(?:rng|rncg|mcq|mq|rnq|m1)$/i
const UNIT = UNITS.map(([, printed]) => printed).join('|')
/** Digits and what is taken for them, where a unit follows: `5OO mg`, `l0 mg`. */
const NUMBER = String.raw`(?:\d[\dOoIl]{0,6}|[lI][\dOo]{1,6}|S(?=mg))?(?:[.,]\d{1,4})?`
const ONE = String.raw`(?<![\p{L}\d.,/])(?<number>(?=[\dlIS.,])${NUMBER})\s?(?<unit>${UNIT})(?![\p{L}\d])`
const STRENGTH = new RegExp(
  String.raw`${ONE}(?:\s?[/+]\s?(?<more>(?:\d{1,6}(?:[.,]\d{1,4})?\s?)?(?:${UNIT}|dose|actuation|puff|h|hr|hour)(?![\p{L}\d])))?`,
  'giu',
)

/** Every strength of a line, in its order. */
export function strengthsIn(line: string): Strength[] {
  return [...line.matchAll(STRENGTH)].flatMap(({ 0: words, index, groups = {} }) => {
    const { number = '', unit = '', more } = groups
    const digits = number.replace(/[Oo]/g, '0').replace(/[Il]/g, '1').replace('S', '5').replace(',', '.')
    const amount = Number(digits)
    if (digits === '' || !Number.isFinite(amount) || amount === 0) return []
    const isRepaired = /[OoIlS]/.test(number) || MISREAD.test(unit)
    const isUnsafe = digits.startsWith('.') || /\.0+$/.test(digits) || /^u$/i.test(unit)
    const first = `${plain(digits)}${gap(unit)}`
    return [
      {
        value: more === undefined ? first : `${first}/${secondOf(more)}`,
        words: words.trim(),
        at: index,
        confidence: isRepaired || isUnsafe ? ('guess' as const) : ('sure' as const),
        isUnsafe,
      },
    ]
  })
}

const usual = (printed: string): string =>
  UNITS.find(([, pattern]) => new RegExp(`^(?:${pattern})$`, 'iu').test(printed))?.[0] ??
  printed.toLowerCase()

const gap = (unit: string): string => (unit === '%' ? '%' : ` ${usual(unit)}`)

function secondOf(more: string): string {
  const [, number, unit = ''] = /^(\d[\d.,]*)?\s?(.*)$/u.exec(more) ?? []
  return number === undefined ? usual(unit) : `${plain(number.replace(',', '.'))} ${usual(unit)}`
}

/** `.5` is said with its zero; `5.0` stays as printed, because the person is asked. */
const plain = (digits: string): string => (digits.startsWith('.') ? `0${digits}` : digits)
