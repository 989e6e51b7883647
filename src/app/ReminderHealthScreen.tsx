import { CalendarPack } from '#src/features/calendar/CalendarPack.tsx'
import ReminderHealthPage from '#src/features/reminder-health/ReminderHealthPage.tsx'

const calendar = <CalendarPack />

/** Reminder health, including the calendar alarms, which sound where no website can. */
export default function ReminderHealthScreen() {
  return <ReminderHealthPage calendar={calendar} />
}
