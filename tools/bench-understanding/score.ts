import type { Corpus, Sample } from './sample.ts'

/** One field as a reader gave it. */
export interface Reading {
  value: unknown
  /** Shown without a mark. A reader without confidence values is sure of everything. */
  isSure: boolean
}

export interface Reader {
  name: string
  /** Returns the fields it found; the others are absent. */
  read(sample: Sample): Record<string, Reading>
}

/** Counts of one field, over the samples that list it. */
export interface Counts {
  /** Read correctly. */
  right: number
  /** Read, but wrong. */
  wrong: number
  /** Listed with a value, but not read. */
  missed: number
}

export interface Score {
  corpus: string
  reader: string
  n: number
  /** Samples whose listed fields are all right. */
  exact: number
  fields: Map<string, Counts>
  /** Values shown as sure, and how many of them are wrong. */
  sure: number
  sureWrong: number
  failures: string[]
}

/** Returns whether a value is right for what is listed. */
export type Judge = (field: string, expected: unknown, value: unknown) => boolean

const isEqual: Judge = (_field, expected, value) => JSON.stringify(value) === JSON.stringify(expected)

/** Values that mean "not said": reading them is no success, and not reading them no failure. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Reads every sample of a corpus and counts the results. */
export function score(corpus: Corpus, reader: Reader, judge: Judge = isEqual): Score {
  const result: Score = {
    corpus: corpus.name,
    reader: reader.name,
    n: corpus.samples.length,
    exact: 0,
    fields: new Map(),
    sure: 0,
    sureWrong: 0,
    failures: [],
  }
  for (const sample of corpus.samples) {
    const readings = reader.read(sample)
    const bad = Object.entries(sample.expected).filter(
      ([field, expected]) => !count(result, field, expected, readings[field], judge),
    )
    if (bad.length === 0) result.exact += 1
    else result.failures.push(failure(sample, bad, readings))
  }
  return result
}

function count(result: Score, field: string, expected: unknown, reading: Reading | undefined, judge: Judge): boolean {
  const counts = result.fields.get(field) ?? { right: 0, wrong: 0, missed: 0 }
  result.fields.set(field, counts)
  if (isEmpty(reading?.value)) {
    if (!isEmpty(expected)) counts.missed += 1
    return isEmpty(expected)
  }
  const isRight = judge(field, expected, reading?.value)
  counts[isRight ? 'right' : 'wrong'] += 1
  if (reading?.isSure) {
    result.sure += 1
    if (!isRight) result.sureWrong += 1
  }
  return isRight
}

function failure(sample: Sample, bad: [string, unknown][], readings: Record<string, Reading>): string {
  const fields = bad.map(([field, expected]) => {
    const { value, isSure = true } = readings[field] ?? {}
    return `${field} ${JSON.stringify(value ?? null)}${isSure ? '' : '?'}, not ${JSON.stringify(expected)}`
  })
  return `${sample.id} ${sample.text}\n      ${fields.join('; ')}`
}

/** Returns the share of what was read that is right; NaN when nothing was read. */
export const precision = ({ right, wrong }: Counts): number => right / (right + wrong)

/** Returns the share of what should be read that was read correctly. */
export const recall = ({ right, wrong, missed }: Counts): number => right / (right + wrong + missed)

export function f1(counts: Counts): number {
  const { right, wrong, missed } = counts
  return (2 * right) / (2 * right + 2 * wrong + missed)
}
