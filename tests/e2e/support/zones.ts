import { HOUR } from '#domain/lib/local-time.ts'

/**
 * Returns a time zone in which it is now between 11:00 and 12:59: a test about today works at any hour of the day,
 * because neither midnight nor a clock change is near. POSIX signs: `Etc/GMT-10` is ten hours ahead of UTC.
 */
export function noonZone(now = Date.now()): string {
  const utcHour = Math.floor(now / HOUR) % 24
  const ahead = 12 - utcHour
  // What browsers call `Etc/GMT`.
  if (ahead === 0) return 'UTC'
  return ahead > 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`
}

/** Returns the `HH:MM` that many minutes from now in the zone; negative for the past. */
export function timeIn(zone: string, minutes: number, now = Date.now()): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
    now + minutes * 60_000,
  )
}

/** Returns the `YYYY-MM-DD` that many days from today in the zone. */
export function dateIn(zone: string, days: number, now = Date.now()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now + days * 24 * HOUR)
}
