import { CircleAlert } from 'lucide-react'
import type { Command } from '#domain/commands/command.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { type Appointment, isSameAppointment } from '#domain/records/appointment.ts'
import { isSameMedicine, type Medication } from '#domain/records/medication.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { appointmentInOneLine, isAppointmentCommand } from './appointment-text.ts'
import { attentionText, type WayOut } from './attention-text.ts'
import { inOneLine, momentText, type WordContext } from './command-text.ts'

interface AttentionCardProps {
  entry: StoredEntry
  context: WordContext
  medications: readonly Medication[]
  appointments: readonly Appointment[]
  /** "2 entries wait with it." */
  waitingWith: string | null
  onWayOut(wayOut: WayOut): void
}

/** One refused write: what happened, what was entered, and buttons that say what they do. */
export function AttentionCard({ entry, context, waitingWith, onWayOut, ...lists }: AttentionCardProps) {
  const command = readCommand(entry.command)
  const words = attentionText(command, entry.refusal, context)
  const both = command && entry.refusal?.code === 'duplicate' ? bothOf(command, lists) : null
  return (
    <Card as="li" className="stack">
      <div className="record__top">
        <Tile small tone="missed">
          <CircleAlert className="icon" />
        </Tile>
        <div className="grow">
          <h3>{words.title}</h3>
          <p className="small quiet">
            {words.sentence} {waitingWith}
          </p>
        </div>
      </div>
      {both ? (
        <dl className="attn__two">
          <div>
            <dt>{t('On this device')}</dt>
            <dd>{both.mine}</dd>
          </div>
          <div>
            <dt>{t('In your list')}</dt>
            <dd>{both.theirs}</dd>
          </div>
        </dl>
      ) : (
        <Entered lines={words.entered} />
      )}
      <p className="small quiet">{t('Entered {time}', { time: momentText(entry.madeAt, context) })}</p>
      <div className="attn__do">
        {words.waysOut.map((wayOut) => (
          <WayOutButton
            key={wayOut}
            wayOut={wayOut}
            position={entry.position}
            about={words.title}
            isAppointment={command !== null && isAppointmentCommand(command)}
            onWayOut={onWayOut}
          />
        ))}
      </div>
    </Card>
  )
}

/** Returns a new record and its twin in the list, each in one line; null if there is none. */
function bothOf(
  command: Command,
  { medications, appointments }: Pick<AttentionCardProps, 'medications' | 'appointments'>,
): { mine: string; theirs: string } | null {
  if (command.name === 'medication.add') {
    const mine = command.args
    const twin = medications.find((other) => other.id !== mine.id && isSameMedicine(other, mine))
    return twin ? { mine: inOneLine(mine), theirs: inOneLine(twin) } : null
  }
  if (command.name !== 'appointment.add') return null
  const mine = command.args
  const twin = appointments.find((other) => other.id !== mine.id && isSameAppointment(other, mine))
  return twin ? { mine: appointmentInOneLine(mine), theirs: appointmentInOneLine(twin) } : null
}

function Entered({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="card card--sunken small">
      {lines.map((line) => (
        <li key={line} className="pre-line">
          {line}
        </li>
      ))}
    </ul>
  )
}

const LABELS: Record<WayOut, Message> = {
  keep: msg('Keep mine as a new one'),
  'keep-new': msg('Keep mine as a new one'),
  edit: msg('Edit'),
  restore: msg('Add the medication again'),
  retry: msg('Try again'),
  upgrade: msg('Upgrade'),
  discard: msg('Discard mine'),
}

interface WayOutButtonProps {
  wayOut: WayOut
  position: number
  /** Distinguishes otherwise identical buttons for a screen reader. */
  about: string
  isAppointment: boolean
  onWayOut(wayOut: WayOut): void
}

function WayOutButton({ wayOut, position, about, isAppointment, onWayOut }: WayOutButtonProps) {
  if (wayOut === 'edit' || wayOut === 'restore' || wayOut === 'upgrade') {
    const page = isAppointment ? PAGES.appointments : PAGES.medications
    const to = wayOut === 'upgrade' ? PAGES.pricing : `${page}?fix=${position}`
    return (
      <ButtonLink variant="plain" to={to}>
        {wayOut === 'restore' && isAppointment ? t('Add the appointment again') : t(LABELS[wayOut])}
        <span className="sr">: {about}</span>
      </ButtonLink>
    )
  }
  return (
    <Button variant={wayOut === 'discard' ? 'danger-plain' : 'plain'} onClick={() => onWayOut(wayOut)}>
      {t(LABELS[wayOut])}
      <span className="sr">: {about}</span>
    </Button>
  )
}
