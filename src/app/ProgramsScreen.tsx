import { CalendarLinks } from '#src/features/calendar/CalendarLinks.tsx'
import ProgramsPage from '#src/features/programs/ProgramsPage.tsx'

const calendars = <CalendarLinks />

/** Everything that reads from outside with a secret of its own: programs, and calendars. */
export default function ProgramsScreen() {
  return <ProgramsPage calendars={calendars} />
}
