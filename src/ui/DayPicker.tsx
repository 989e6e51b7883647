import { msg } from '#domain/language/message.ts'
import { type DayToggle, DayToggles, type DayTogglesProps } from './DayToggles.tsx'

/** ISO weekdays: 1 is Monday. */
const WEEKDAYS: readonly DayToggle[] = [
  { value: 1, label: msg('Mon'), name: msg('Monday') },
  { value: 2, label: msg('Tue'), name: msg('Tuesday') },
  { value: 3, label: msg('Wed'), name: msg('Wednesday') },
  { value: 4, label: msg('Thu'), name: msg('Thursday') },
  { value: 5, label: msg('Fri'), name: msg('Friday') },
  { value: 6, label: msg('Sat'), name: msg('Saturday') },
  { value: 7, label: msg('Sun'), name: msg('Sunday') },
]

/** Some days of the week, as ISO weekdays. */
export const DayPicker = (props: DayTogglesProps) => <DayToggles days={WEEKDAYS} {...props} />
