import { Plus } from 'lucide-react'
import { memo } from 'react'
import { t } from '#domain/language/translate.ts'
import { formatMonthDay, formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { useAppointments } from '#src/session/appointments.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { ADD_APPOINTMENT_LINK } from '#src/session/links.ts'
import { useMay } from '#src/session/may.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { NotHere } from './NotHere.tsx'
import { SummaryCard } from './SummaryCard.tsx'
import { nextAppointments } from './summaries.ts'

/** The next appointments with day and time (specification, section 2). */
export const UpcomingAppointments = memo(function UpcomingAppointments({ today }: { today: LocalDate }) {
  const appointments = useAppointments()
  return (
    <SummaryCard title={t('Upcoming Appointments')} editAt={PAGES.appointments}>
      {appointments ? <Appointments appointments={nextAppointments(appointments, today)} /> : null}
    </SummaryCard>
  )
})

function Appointments({ appointments }: { appointments: readonly Appointment[] }) {
  const load = useFirstLoad()
  const mayChange = useMay('change')
  if (appointments.length === 0 && load !== 'loaded') {
    return <NotHere isLoading={load !== 'failed'}>{t('Your appointments are not on this device yet')}</NotHere>
  }
  if (appointments.length === 0) {
    return (
      <EmptyState
        bare
        small
        scene="calendar"
        action={
          mayChange ? (
            <ButtonLink variant="soft" to={ADD_APPOINTMENT_LINK}>
              <Plus className="icon" />
              {t('Schedule Appointment')}
            </ButtonLink>
          ) : undefined
        }
      >
        {t('No upcoming appointments')}
      </EmptyState>
    )
  }
  return (
    <ul className="list">
      {appointments.map(({ id, doctorName, appointmentDate, appointmentTime }) => (
        <li className="list__row" key={id}>
          <span className="list__main">
            <span className="list__title">{doctorName}</span>
          </span>
          <span className="list__end num">
            {t('{date}, {time}', { date: formatMonthDay(appointmentDate), time: formatTime12(appointmentTime) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
