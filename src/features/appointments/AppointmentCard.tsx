import {
  Bell,
  CalendarDays,
  CalendarPlus,
  Check,
  CircleCheck,
  ClipboardList,
  MapPin,
  Pencil,
  Phone,
  Stethoscope,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { apart } from '#domain/language/apart.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { useMay } from '#src/session/may.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { TimeChip } from '#src/ui/TimeChip.tsx'
import { dayText, reminderText, telephoneLink, whichText } from './appointment-text.ts'

interface UpcomingCardProps {
  appointment: Appointment
  /** Its time has come, and it is not marked as complete. */
  hasPassed: boolean
  onComplete(): void
  onDelete(): void
  onExport(): void
}

/** An upcoming appointment with its time and place, and everything that can be done with it. */
export function UpcomingCard({ appointment, hasPassed, onComplete, onDelete, onExport }: UpcomingCardProps) {
  const which = whichText(appointment)
  const mayChange = useMay('change')
  return (
    <Card as="li" className="record">
      <Head appointment={appointment}>
        <Button iconOnly aria-label={t('Add to calendar: {which}', { which })} onClick={onExport}>
          <CalendarPlus className="icon" />
        </Button>
      </Head>
      <div className="row row--tight">
        <span className="appointment__day">
          <CalendarDays className="icon" />
          {dayText(appointment)}
        </span>
        <TimeChip>{formatTime12(appointment.appointmentTime)}</TimeChip>
        {hasPassed ? <Badge>{t(msg('Passed', 'an appointment'))}</Badge> : null}
      </div>
      <Details appointment={appointment} />
      {appointment.remindBefore.length > 0 ? (
        <Line icon={<Bell className="icon" />}>{reminderText(appointment)}</Line>
      ) : null}
      <div className="row row--between appointment__end">
        {mayChange ? (
          <Button variant="soft" onClick={onComplete}>
            <Check className="icon" />
            <RichText
              text={t('Mark as Complete<more> for {which}</more>', { which })}
              tags={{ more: (part) => <span className="sr">{part}</span> }}
            />
          </Button>
        ) : null}
        <span className="appointment__tools">
          <ButtonLink
            iconOnly
            to={`${PAGES.insights}?visit=${appointment.id}`}
            aria-label={t('Prepare this visit: {which}', { which })}
          >
            <ClipboardList className="icon" />
          </ButtonLink>
          {mayChange ? (
            <>
              <ButtonLink
                iconOnly
                to={`${PAGES.appointments}?edit=${appointment.id}`}
                aria-label={t('Edit: {which}', { which })}
              >
                <Pencil className="icon" />
              </ButtonLink>
              <Button iconOnly aria-label={t('Delete: {which}', { which })} onClick={onDelete}>
                <Trash2 className="icon" />
              </Button>
            </>
          ) : null}
        </span>
      </div>
    </Card>
  )
}

/** A past appointment: it can only be deleted (specification, section 4). */
export function CompletedCard({ appointment, onDelete }: Pick<UpcomingCardProps, 'appointment' | 'onDelete'>) {
  const mayChange = useMay('change')
  return (
    <Card as="li" sunken className="record record--over">
      <Head appointment={appointment} bare />
      <p className="small">
        {t('{date} at {time}', { date: dayText(appointment), time: formatTime12(appointment.appointmentTime) })}
      </p>
      <Details appointment={appointment} />
      <div className="row row--between">
        <Badge state="taken" icon={<CircleCheck className="icon" />}>
          {t('Completed')}
        </Badge>
        {mayChange ? (
          <Button iconOnly aria-label={t('Delete: {which}', { which: whichText(appointment) })} onClick={onDelete}>
            <Trash2 className="icon" />
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

interface HeadProps {
  appointment: Appointment
  bare?: boolean
  /** At its end. */
  children?: ReactNode
}

function Head({ appointment, bare, children }: HeadProps) {
  return (
    <div className="record__top">
      <Tile tone={bare ? undefined : 'info'} bare={bare}>
        <Stethoscope className="icon" />
      </Tile>
      <div className="grow">
        <h3>{appointment.doctorName}</h3>
        {appointment.specialty ? <p className="quiet">{appointment.specialty}</p> : null}
      </div>
      {children}
    </div>
  )
}

function Details({ appointment: { location, phoneNumber, notes } }: { appointment: Appointment }) {
  const dial = telephoneLink(phoneNumber)
  return (
    <>
      {location ? <Line icon={<MapPin className="icon" />}>{apart(location)}</Line> : null}
      {phoneNumber ? (
        <Line icon={<Phone className="icon" />}>
          {dial === null ? (
            apart(phoneNumber)
          ) : (
            <a className="link-alone" href={dial}>
              {apart(phoneNumber)}
            </a>
          )}
        </Line>
      ) : null}
      {notes ? <p className="pre-line">{notes}</p> : null}
    </>
  )
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="appointment__line">
    {icon}
    <span>{children}</span>
  </p>
)
