/** Statistics of a year. The fates add up to the stages. */
const COUNTED = [
  'doses',
  'dosesByElapsedHours',
  'dosesFromLog',
  'reminderStages',
  'announced',
  'settled',
  'snoozedAway',
  'moved',
  'listed',
  'superseded',
  'loggedUnannounced',
  'delivered',
  'expired',
  'grouped',
  'sounded',
  'shownAsSent',
  'listedAtLaunch',
  'pushes',
  'pushesLost',
  'takenOrSkipped',
  'enteredLater',
  'extras',
  'extrasUndone',
  'snoozes',
  'moves',
  'movesUndone',
  'undos',
  'edits',
  'editsMadeOffline',
  'otherKinds',
  'journeys',
  'serverStops',
  'serverDeaths',
  'offlineSpells',
  'sleepSpells',
] as const

export type YearCounts = Record<(typeof COUNTED)[number], number>

export const noYearCounts = (): YearCounts => Object.fromEntries(COUNTED.map((name) => [name, 0])) as YearCounts

/** Adds the second set of counts to the first. */
export function addYearCounts(sum: YearCounts, more: YearCounts): void {
  for (const name of COUNTED) sum[name] += more[name]
}
