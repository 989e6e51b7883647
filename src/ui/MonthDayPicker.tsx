import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { type DayToggle, DayToggles, type DayTogglesProps } from './DayToggles.tsx'

const DAYS: readonly DayToggle[] = [
  ...Array.from({ length: 31 }, (_, index) => ({ value: index + 1, label: index + 1 })),
  { value: -1, label: msg('Last day'), isWide: true },
]

/** Some days of the month, 1 to 31, and -1 for the last one. A day that a month lacks is its last one. */
export const MonthDayPicker = (props: DayTogglesProps) => (
  <DayToggles
    days={DAYS}
    className="days--month"
    help={t('In a month without that day, it is the last one.')}
    {...props}
  />
)
