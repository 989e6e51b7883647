import type { Appointment } from '#domain/records/appointment.ts'
import { appointmentsFile } from '#domain/reminders/icalendar.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { useSession } from '#src/session/session.ts'
import { saveFile } from '#src/ui/save-file.ts'

/** Creates a calendar file of appointments on this device, even offline, and passes it to the browser. */
export function useCalendarFile(): (appointments: readonly Appointment[]) => void {
  const { zone } = useSession()
  return (appointments) => {
    const file = appointmentsFile({ appointments, zone, now: deviceClock.now() })
    const name = appointments.length === 1 ? 'appointment.ics' : 'appointments.ics'
    saveFile(name, new Blob([file], { type: 'text/calendar' }))
  }
}
