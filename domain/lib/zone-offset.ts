/** What is used of Temporal (ECMA-262, stage 4), which not every runtime has yet. */
interface ZonesOfTemporal {
  Now: { timeZoneId(): string }
  ZonedDateTime: new (nanoseconds: bigint, zone: string) => { offsetNanoseconds: number }
}

/**
 * Returns the milliseconds by which the zone's local time is ahead of UTC at an instant in whole seconds (ms). Throws for
 * a zone that the runtime does not know. Any case is accepted.
 */
export type ZoneOffset = (whole: number, zone: string) => number

/** With Temporal, which answers in microseconds. */
export const byTemporal =
  ({ ZonedDateTime }: Pick<ZonesOfTemporal, 'ZonedDateTime'>): ZoneOffset =>
  (whole, zone) =>
    new ZonedDateTime(BigInt(whole) * 1_000_000n, zone).offsetNanoseconds / 1_000_000

/**
 * Keyed by the name in lower case: the runtime accepts `aUSTRALIA/sydney` too, and otherwise each of the thousands of
 * spellings of one zone would keep its own formatter. So there are never more formatters than zones.
 */
const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * Creating a formatter costs a few hundred times more than using it, and the first one of a page tens of milliseconds,
 * for the patterns and names of its language.
 */
function formatterOf(zone: string): Intl.DateTimeFormat {
  const name = zone.toLowerCase()
  let formatter = formatters.get(name)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(name, formatter)
  }
  return formatter
}

/** Without Temporal: read from the local time that is written for people, of the years 1 to 9999. */
export const byFormatter: ZoneOffset = (whole, zone) => {
  // `11/20/2026, 08:00:00`: to have the parts named takes three times as long.
  const [month = 1, day, year = 0, hour, minute, second] = (formatterOf(zone).format(whole).match(/\d+/g) ?? []).map(
    Number,
  )
  // Date.UTC reads a year below 100 as 19xx. The placeholder 2000 is a leap year, so that February 29 survives it.
  return new Date(Date.UTC(2000, month - 1, day, hour, minute, second)).setUTCFullYear(year) - whole
}

/** Undefined where the runtime has none. */
export const { Temporal: temporal } = globalThis as { Temporal?: ZonesOfTemporal }

export const zoneOffset: ZoneOffset = temporal ? byTemporal(temporal) : byFormatter
