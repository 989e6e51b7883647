import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  DAY_PARTS,
  DIRECTION_FIELDS,
  type Directions,
  type DirectionValues,
  DOSE_UNITS,
  directionValues,
  FOODS,
  ROUTES,
} from '@dosewell/reading/direction-values'
import { formatDirections, formatDirectionValues } from '@dosewell/reading/direction-words'
import { readDirections } from '@dosewell/reading/directions'
import { isKnownOnLabels } from '@dosewell/reading/known-words'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LocalTime } from '#domain/lib/local-time.ts'
import { mangled, seeded } from './mangle.ts'

interface Sample {
  id: string
  set: 'known' | 'held'
  text: string
  expected: Partial<DirectionValues> & { asNeeded: boolean }
}

const file = path.join(import.meta.dirname, 'directions.jsonl')
const samples: Sample[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const known = samples.filter(({ set }) => set === 'known')
const held = samples.filter(({ set }) => set === 'held')

/** Returns the fields a sample lists, as they were read. */
function listed({ text, expected }: Sample): Record<string, unknown> {
  const read: Record<string, unknown> = { asNeeded: false, ...directionValues(readDirections(text)) }
  return Object.fromEntries(Object.keys(expected).map((field) => [field, read[field]]))
}

describe('our own sentences', () => {
  test.each(known.map((sample) => [sample.text, sample] as const))('%s', (_text, sample) => {
    expect(listed(sample)).toEqual(sample.expected)
  })

  test('at least 85 of 100 that were held back are read exactly (QUALITY, Understanding)', () => {
    const exact = held.filter(
      (sample) => JSON.stringify(sorted(listed(sample))) === JSON.stringify(sorted(sample.expected)),
    )
    expect(held.length).toBeGreaterThan(100)
    expect(exact.length).toBeGreaterThanOrEqual(held.length * 0.85)
  })
})

const sorted = (fields: object): [string, unknown][] => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))

const facts = (read: Directions) => DIRECTION_FIELDS.flatMap((field) => read[field] ?? [])

/** Returns values and questions whose words are not in the text where they say. */
function strayWords(text: string): { words: string; at: number }[] {
  const read = readDirections(text)
  return [...facts(read), ...read.asks].filter(
    ({ words, at }) => words === '' || text.slice(at, at + words.length) !== words,
  )
}

describe('whatever the text, nothing is thrown and every value has its words in it', () => {
  test('random texts', () => {
    const letter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
    const random = fc.array(letter, { maxLength: 200 }).map((letters) => letters.join(''))
    fc.assert(
      fc.property(random, (text) => {
        expect(strayWords(text)).toEqual([])
      }),
    )
  })

  test('mangled sentences', () => {
    const random = seeded(6)
    const texts = samples.map(({ text }) => text)
    for (let index = 0; index < 1000; index += 1) expect(strayWords(mangled(texts, random))).toEqual([])
  })
})

/** What a recogniser may read for a digit, and for a letter. */
const FOR_DIGIT = ['OD~', 'lI|', 'Zz?', 'E~x', 'A|x', 'S~k', 'Gb~', '?x|', 'B&~', 'qx~']
const FOR_LETTER = 'xkqzj|~@'
const HOW_OFTEN = ['timesPerDay', 'timesPerDayMax', 'everyHours', 'everyHoursMax', 'everyDays', 'everyDaysMax'] as const
const SHOWN = [...HOW_OFTEN, 'timesPerWeek', 'timesPerWeekMax', 'weekdays', 'when', 'upTo', 'asNeeded'] as const
const COUNTED = [...SHOWN, 'dose', 'doseMax', 'maxPerDay', 'durationDays', 'partDoses'] as const
/** Words that say a number, an interval, a time or a limit. */
const COUNTS =
  /^(?:\d.*|one|two|three|four|five|six|eight|ten|half|once|twice|times?|hours?|hrs?|hourly|days?|daily|weeks?|weekly|every|morning|night|nocte|mane|bedtime|noon|tds|bd|bid|tid|qid|prn|needed|required|max|maximum|more|mon|monday|friday)$/i

const isShownSure = (read: Directions): boolean =>
  SHOWN.some((field) => read[field]) &&
  SHOWN.every((field) => read[field]?.confidence !== 'guess') &&
  !read.asks.some(({ field }) => SHOWN.some((one) => one === field))

const counted = (read: Directions): unknown[] => COUNTED.map((field) => read[field]?.value)

/** Returns a text with one letter or digit of such a word damaged, in several ways: where it gives another word. */
function damages(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) =>
    !COUNTS.test(word)
      ? []
      : Array.from(word, (letter, at) => {
          const others = /\d/.test(letter) ? (FOR_DIGIT[Number(letter)] ?? '') : FOR_LETTER
          return Array.from(others, (other) => ({ other, damaged: word.slice(0, at) + other + word.slice(at + 1) }))
            .filter(({ other, damaged }) => other !== letter.toLowerCase() && !isKnownOnLabels(damaged.toLowerCase()))
            .map(({ damaged }) => text.slice(0, index) + damaged + text.slice(index + word.length))
        }).flat(),
  )
}

test('a damaged number, interval, time or limit never gives another reading that is sure', () => {
  let count = 0
  for (const { text } of known) {
    const whole = readDirections(text)
    if (!isShownSure(whole)) continue
    for (const damaged of damages(text)) {
      count += 1
      const read = readDirections(damaged)
      if (isShownSure(read)) expect([damaged, ...counted(read)]).toEqual([damaged, ...counted(whole)])
    }
  }
  expect(count).toBeGreaterThan(3000)
})

const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
const amount = fc.constantFrom(0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 5, 10, 12.5, 20)
const count = fc.integer({ min: 1, max: 8 })
const above = (value: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.floor(value) + 1, max: Math.floor(value) + 6 })

const dose = fc
  .tuple(amount, maybe(fc.constantFrom(...DOSE_UNITS)), fc.boolean())
  .chain(([value, unit, isRange]) =>
    (isRange ? above(value) : fc.constant(undefined)).map((doseMax) => ({ dose: value, doseMax, unit })),
  )

/** A value and, for some, its upper end. */
const ranged = (field: keyof DirectionValues, low: fc.Arbitrary<number>, options: { isUpTo?: boolean } = {}) =>
  low.chain((value) =>
    fc.record({
      [field]: fc.constant(value),
      [`${field}Max`]: maybe(above(value)),
      ...(options.isUpTo ? { upTo: maybe(fc.constant(true as const)) } : {}),
    }),
  )

/** How often, with parts of the day that fit it. */
const frequency: fc.Arbitrary<object> = fc.oneof(
  ranged('timesPerDay', count, { isUpTo: true }),
  ranged('timesPerWeek', fc.integer({ min: 2, max: 6 }), { isUpTo: true }),
  ranged('everyHours', fc.integer({ min: 1, max: 72 })),
  ranged('everyDays', fc.integer({ min: 2, max: 30 })),
  count.map((everyMonths) => ({ everyMonths })),
  fc.constant({}),
  fc.constant({ once: true }),
  fc.subarray([...DAY_PARTS], { minLength: 1 }).map((when) => ({ when, timesPerDay: when.length })),
  fc
    .uniqueArray(fc.constantFrom('07:00', '08:30', '12:00', '14:15', '20:00', '23:45'), { minLength: 1 })
    .map((times) => ({ times: times.sort() as LocalTime[], timesPerDay: times.length })),
)

const others = fc.record({
  asNeeded: maybe(fc.constant(true as const)),
  asDirected: maybe(fc.constant(true as const)),
  withFood: maybe(fc.constantFrom(...FOODS)),
  route: maybe(fc.constantFrom(...ROUTES)),
  maxPerDay: maybe(count),
})

const duration = maybe(ranged('durationDays', fc.integer({ min: 1, max: 400 })))
const weekdays = maybe(fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }))

const said: fc.Arbitrary<Partial<DirectionValues>> = fc
  .tuple(fc.oneof(dose, fc.constant({})), frequency, others, duration, weekdays)
  .map((parts) => {
    const [one, often, rest, course, days] = parts
    const whole: Record<string, unknown> = { ...one, ...often, ...rest, ...course, weekdays: days }
    // `once only` with a condition or days is no longer a single dose.
    if (whole.asNeeded || whole.weekdays) delete whole.once
    return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
  })

describe('reading the sentence gives the same values again', () => {
  test('of any values', () => {
    fc.assert(
      fc.property(said, (values) => {
        expect(directionValues(readDirections(formatDirectionValues(values)))).toEqual(values)
      }),
      { numRuns: 500 },
    )
  })

  test.each(samples.map(({ text }) => [text]))('of %s', (text) => {
    const read = readDirections(text)
    expect(directionValues(readDirections(formatDirections(read)))).toEqual(directionValues(read))
  })
})
