import { type DayToggle, DayToggles, type DayTogglesProps } from './DayToggles.tsx'

/** ISO weekdays: 1 is Monday. */
const WEEKDAYS: readonly DayToggle[] = [
  { value: 1, label: 'Mon', name: 'Monday' },
  { value: 2, label: 'Tue', name: 'Tuesday' },
  { value: 3, label: 'Wed', name: 'Wednesday' },
  { value: 4, label: 'Thu', name: 'Thursday' },
  { value: 5, label: 'Fri', name: 'Friday' },
  { value: 6, label: 'Sat', name: 'Saturday' },
  { value: 7, label: 'Sun', name: 'Sunday' },
]

/** Some days of the week, as ISO weekdays. */
export const DayPicker = (props: DayTogglesProps) => <DayToggles days={WEEKDAYS} {...props} />
