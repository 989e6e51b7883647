import type { Judge, Reading } from '../score.ts'
import { frequencyKey } from './frequency-key.ts'
import type { LabelTruth } from './label-layouts.ts'
import type { ReadFields } from './plain-label.ts'

export const FIELDS = ['name', 'dosage', 'frequency', 'instructions'] as const
export type Field = (typeof FIELDS)[number]

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
export const bare = (text: string): string => wordsOf(text).join('')

/** Both names of `Lipitor / Atorvastatin` are right, and together they are as well. */
const isSame = (wanted: string, read: string): boolean => {
  const names = wanted.split(' / ').map(bare)
  return [...names, names.join(''), names.toReversed().join('')].includes(bare(read))
}

/** Counts the words two texts have in common, each as often as it occurs in both. */
export function common(a: readonly string[], b: readonly string[]): number {
  const left = Map.groupBy(b, (word) => word)
  return a.filter((word) => left.get(word)?.pop() !== undefined).length
}

/** Directions count as read when nine words in ten are. */
export const isRight: Judge = (field, expected, value) => {
  const [wanted, read] = [String(expected), String(value)]
  if (field === 'frequency') return frequencyKey(read) === wanted
  if (field === 'doctor' || field === 'doctorName') return bare(wanted) === bare(read.replace(/^dr\b/i, ''))
  if (field === 'location') return bare(read).length > 5 && bare(wanted).includes(bare(read))
  if (field !== 'instructions') return isSame(wanted, read)
  const [there, found] = [wordsOf(wanted), wordsOf(read)]
  return (2 * common(there, found)) / Math.max(1, there.length + found.length) >= 0.9
}

/** One medication of a label, and what was read of it; nothing is expected of a reading that is not on the label. */
export interface Aligned {
  expected: Record<string, string>
  readings: Record<string, Reading>
}

/** Pairs the medications of a label with those that were read: by name, the others in their order. */
export function aligned({ medications }: LabelTruth, found: readonly ReadFields[]): Aligned[] {
  const left = [...found]
  const take = (name: string): ReadFields | undefined => {
    const at = left.findIndex((one) => isSame(name, one.name))
    return at >= 0 ? left.splice(at, 1)[0] : undefined
  }
  const named = medications.map((medication) => ({ medication, read: take(medication.name) }))
  const rows = named.map(({ medication, read }) => ({
    expected: { ...medication },
    readings: readingsOf(read ?? left.shift()),
  }))
  return [...rows, ...left.map((read) => ({ expected: { name: '' }, readings: readingsOf(read) }))]
}

const readingsOf = (read: ReadFields | undefined): Record<string, Reading> =>
  Object.fromEntries(
    read === undefined
      ? []
      : FIELDS.map((field) => [field, { value: read[field], isSure: !read.guesses.includes(field) }]),
  )
