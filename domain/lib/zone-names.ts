/** Zones that are only an offset. Their signs are those of POSIX: `Etc/GMT+5` is five hours behind UTC. */
const FIXED = /^(?:Etc\/)?GMT(?:([+-]?)(\d{1,2}))?$/i

/** Returns the name of an IANA zone as people read it: `America/New York`, and `UTC−5` for `Etc/GMT+5`. */
export function zoneName(zone: string): string {
  const fixed = FIXED.exec(zone)
  if (!fixed) return zone.replaceAll('_', ' ')
  const [, sign, hours] = fixed
  return Number(hours ?? 0) === 0 ? 'UTC' : `UTC${sign === '+' ? '−' : '+'}${Number(hours)}`
}

/** Returns what people call the zone: `New York` for `America/New_York`. */
export const zonePlace = (zone: string): string => zoneName(zone).split('/').at(-1) ?? zone
