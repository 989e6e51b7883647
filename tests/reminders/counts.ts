import { PLAN_KINDS } from './plot-plan.ts'

/** What is counted over many timelines. */
const COUNTED = [
  'timelines',
  'announced',
  'stage0',
  'stage5',
  'stage10',
  'headsUp',
  'followUp',
  'moved',
  'movedAnnounced',
  'listed',
  'settled',
  'snoozed',
  'dismissed',
  'slept',
  'clockSet',
  'travelled',
  'reloaded',
  'nearChangeover',
  ...PLAN_KINDS,
] as const

export type Counts = Record<(typeof COUNTED)[number], number>

export const noCounts = (): Counts => Object.fromEntries(COUNTED.map((name) => [name, 0])) as Counts

/** Adds the second set of counts to the first. */
export function addCounts(sum: Counts, more: Counts): void {
  for (const name of COUNTED) sum[name] += more[name]
}
