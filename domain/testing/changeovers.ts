import { DAY, MINUTE } from '../lib/local-time.ts'

/** One clock change in a zone: the instant, and how far (ms) local time is ahead of UTC before it and from then on. */
export interface Changeover {
  zone: string
  at: number
  before: number
  after: number
}

/**
 * Returns every clock change in this period in every zone this runtime knows; zones that change alike are listed once.
 */
export function changeovers(from: number, to: number): Changeover[] {
  const found = new Map<string, Changeover>()
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const change of changeoversOf(zone, from, to)) {
      found.set(`${change.at}|${change.before}|${change.after}`, change)
    }
  }
  return [...found.values()]
}

/** Returns a zone's clock changes in this period, in order. */
export function changeoversOf(zone: string, from: number, to: number): Changeover[] {
  const found: Changeover[] = []
  const offset = offsetReader(zone)
  // No zone changes twice within ten days; the shortest known pause is Morocco's month of Ramadan.
  for (let start = from, before = offset(from); start < to; start += 10 * DAY) {
    const after = offset(start + 10 * DAY)
    if (after === before) continue
    const at = firstMinute(start, start + 10 * DAY, (instant) => offset(instant) === after)
    found.push({ zone, at, before, after })
    before = after
  }
  return found
}

/** Reads offsets in a different way than lib/zone.ts, so that the tests do not check it against itself. */
export function offsetReader(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  return (instant) => {
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(instant)) ?? []
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE
    return sign === '-' ? -size : size
  }
}

function firstMinute(from: number, to: number, holds: (instant: number) => boolean): number {
  let low = from / MINUTE
  let high = to / MINUTE
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle * MINUTE)) high = middle
    else low = middle
  }
  return high * MINUTE
}
