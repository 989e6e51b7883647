import { t } from '#domain/language/translate.ts'
import { zoneName } from '#domain/lib/zone-names.ts'
import { Select } from '#src/ui/Select.tsx'

interface ZoneSelectProps {
  help: string
  value: string
  error?: string | undefined
  onChange(zone: string): void
}

/** A choice of a time zone. */
export function ZoneSelect({ help, value, error, onChange }: ZoneSelectProps) {
  return (
    <Select
      label={t('Time zone')}
      help={help}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {zonesWith(value).map((name) => (
        <option key={name} value={name}>
          {zoneName(name)}
        </option>
      ))}
    </Select>
  )
}

/** Returns the time zones to choose from, including the current one: browsers leave out old names, and `UTC`. */
export function zonesWith(zone: string): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? []
  return known.includes(zone) ? known : [zone, ...known]
}
