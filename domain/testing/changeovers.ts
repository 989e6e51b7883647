import { DAY, MINUTE } from '../lib/local-time.ts'

/** One change of a zone's clock: the instant, and by how much (ms) the wall is ahead of UTC before and from then on. */
export interface Changeover {
  zone: string
  at: number
  before: number
  after: number
}

/** Every changeover of every zone this runtime knows in that span; zones that change alike are listed once. */
export function changeovers(from: number, to: number): Changeover[] {
  const found = new Map<string, Changeover>()
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const change of changeoversOf(zone, from, to)) {
      found.set(`${change.at}|${change.before}|${change.after}`, change)
    }
  }
  return [...found.values()]
}

/** The changeovers of one zone in that span, in order. */
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

/** Reads offsets in another way than lib/zone.ts does, so that the tests do not check it against itself. */
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
