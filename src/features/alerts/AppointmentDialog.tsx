import { CalendarDays, MapPin } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { APPOINTMENT_TITLE, appointmentSentence } from '#domain/reminders/appointment-reminders.ts'
import { withPerson } from '#domain/reminders/grouping.ts'
import { useHasOthers } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { WhoseMark } from '#src/session/WhoseMark.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import type { AppointmentAlerts } from './use-appointment-alerts.ts'
import { usePause } from './use-pause.ts'

/** The reminder of appointments while the app is open, with one entry for each that is near. */
export function AppointmentDialog({ shown, dismiss }: AppointmentAlerts) {
  const { user, zone } = useSession()
  const hasOthers = useHasOthers()
  const now = useNow()
  const navigate = useNavigate()
  const { isEarly, body } = usePause(shown.map(({ id }) => id))
  const open = () => {
    dismiss()
    navigate(hasOthers ? withPerson(PAGES.appointments, user.id) : PAGES.appointments)
  }
  const [only, ...others] = shown
  if (!only) return null
  return (
    <Dialog
      className="alert"
      centred
      icon={
        <>
          <div className="alert__ring">
            <CalendarDays className="icon" aria-hidden />
          </div>
          <p className="strong quiet">{t(APPOINTMENT_TITLE)}</p>
          <WhoseMark />
        </>
      }
      title={
        others.length === 0
          ? appointmentSentence(only, now, zone)
          : t('{count, plural, one {# appointment is near} other {# appointments are near}}', { count: shown.length })
      }
      onClose={() => isEarly || dismiss()}
    >
      <div ref={body} className="stack" inert={isEarly}>
        {shown.map((reminder) => (
          <div key={reminder.id} className="stack gap-2">
            {others.length > 0 ? <p>{appointmentSentence(reminder, now, zone)}</p> : null}
            <Place of={reminder.appointment.location} />
          </div>
        ))}
        <Button variant="primary" size="lg" block onClick={open}>
          {t(msg('Open', 'button'))}
        </Button>
        <Button variant="quiet" onClick={dismiss}>
          {t('Dismiss')}
        </Button>
      </div>
    </Dialog>
  )
}

function Place({ of: place }: { of: string }) {
  if (place === '') return null
  return (
    <p className="appointment__line justify-center">
      <MapPin className="icon" aria-hidden />
      <span>{place}</span>
    </p>
  )
}
