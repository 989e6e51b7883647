import { CalendarPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { AppointmentId } from '#domain/lib/ids.ts'
import { instantAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { type Appointment, completedAppointments, upcomingAppointments } from '#domain/records/appointment.ts'
import { useAppointments } from '#src/session/appointments.ts'
import { Drafts } from '#src/session/editor/Drafts.tsx'
import { formKeyOf } from '#src/session/editor/editor-target.ts'
import { ADD_APPOINTMENT_LINK } from '#src/session/links.ts'
import { useMay } from '#src/session/may.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Opening } from '#src/ui/Opening.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { Section } from '#src/ui/Section.tsx'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { CompletedCard, UpcomingCard } from './AppointmentCard.tsx'
import { unsavedTitle } from './appointment-text.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { Editor } from './Editor.tsx'
import { addressOf, draftedIn, targetOf } from './editor-target.ts'
import { appointmentDrafts } from './form-values.ts'
import { NoAppointments } from './NoAppointments.tsx'
import { useCalendarFile } from './use-calendar-file.ts'
import { useDeeds } from './use-deeds.ts'
import { useVoicePrefill } from './use-voice-prefill.ts'

/** /appointments: upcoming and past appointments, with the add and edit form over them. */
export default function AppointmentsPage() {
  const appointments = useAppointments()
  const mayChange = useMay('change')
  const [params] = useSearchParams()
  const { state } = useLocation()
  const target = targetOf(params, state)
  const navigate = useNavigate()
  const { saved } = useDeeds()
  useVoicePrefill()
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLHeadingElement>(appointments)
  const close = () => navigate(PAGES.appointments, { replace: true })
  return (
    <div className="page" ref={area}>
      <PageHead
        title={t('Doctor Appointments')}
        titleRef={fallback}
        action={
          mayChange ? (
            <ButtonLink variant={appointments?.length === 0 ? 'soft' : 'primary'} to={ADD_APPOINTMENT_LINK}>
              <Plus className="icon" />
              {t('Add Appointment')}
            </ButtonLink>
          ) : undefined
        }
      />
      {target ? null : <Drafts drafts={appointmentDrafts} titleOf={unsavedTitle} addressOf={addressOf} />}
      {appointments && target ? (
        <Editor
          key={formKeyOf(target)}
          target={target}
          appointments={appointments}
          drafted={draftedIn(state)}
          onSaved={({ did, keys }) => {
            close()
            saved(did, keys)
          }}
          onClose={close}
        />
      ) : null}
      {appointments ? <Lists appointments={appointments} /> : <Opening />}
    </div>
  )
}

function Lists({ appointments }: { appointments: Appointment[] }) {
  const [deleting, setDeleting] = useState<AppointmentId | null>(null)
  const { remove } = useDeeds()
  const doomed = appointments.find(({ id }) => id === deleting)
  const completed = completedAppointments(appointments)
  if (appointments.length === 0) return <NoAppointments />
  return (
    <div className="columns">
      <div>
        <Upcoming appointments={upcomingAppointments(appointments)} onDelete={setDeleting} />
        {completed.length > 0 ? (
          <Section title={t('Completed')} aside={<Count of={completed.length} />}>
            <ul className="stack">
              {completed.map((appointment) => (
                <CompletedCard
                  key={appointment.id}
                  appointment={appointment}
                  onDelete={() => setDeleting(appointment.id)}
                />
              ))}
            </ul>
          </Section>
        ) : null}
      </div>
      {doomed ? (
        <DeleteDialog appointment={doomed} onDelete={() => void remove(doomed)} onClose={() => setDeleting(null)} />
      ) : null}
    </div>
  )
}

interface UpcomingProps {
  appointments: readonly Appointment[]
  onDelete(id: AppointmentId): void
}

function Upcoming({ appointments, onDelete }: UpcomingProps) {
  const { zone } = useSession()
  const now = useNow()
  const { complete } = useDeeds()
  const saveCalendar = useCalendarFile()
  return (
    <Section title={t(msg('Upcoming', 'appointments'))} className="mt-0" aside={<Count of={appointments.length} />}>
      {appointments.length === 0 ? (
        <p className="quiet">{t('No upcoming appointments')}</p>
      ) : (
        <div className="stack">
          <ul className="stack">
            {appointments.map((appointment) => (
              <UpcomingCard
                key={appointment.id}
                appointment={appointment}
                hasPassed={instantAt(appointment.appointmentDate, appointment.appointmentTime, zone) < now}
                onComplete={() => void complete(appointment)}
                onDelete={() => onDelete(appointment.id)}
                onExport={() => saveCalendar([appointment])}
              />
            ))}
          </ul>
          <div className="stack gap-2">
            <Button variant="plain" className="justify-self-start" onClick={() => saveCalendar(appointments)}>
              <CalendarPlus className="icon" />
              {t('Add all to calendar')}
            </Button>
            <p className="small quiet">
              {t('You get a file for your calendar with the doctor, time, place and phone number, without your notes.')}
            </p>
          </div>
        </div>
      )}
    </Section>
  )
}

function Count({ of: count }: { of: number }) {
  return (
    <span className="small quiet">
      {t('{count, plural, one {1 appointment} other {{count} appointments}}', { count })}
    </span>
  )
}
