import { CalendarPack } from '#src/features/calendar/CalendarPack.tsx'
import RemindersPage from '#src/features/reminders/RemindersPage.tsx'

const calendar = <CalendarPack />

/** The day's reminders, followed by the calendar alarms. */
export default function RemindersScreen() {
  return <RemindersPage below={calendar} />
}
