import { Clock, Mail, Pause, Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { localAt } from '#domain/lib/zone.ts'
import { LOG_PARAM, PAGES } from '#domain/protocol/pages.ts'
import { dosageText } from '#domain/records/dosage-text.ts'
import type { ListedMedication, Medication } from '#domain/records/medication.ts'
import { hasNotices } from '#domain/reminders/given-notices.ts'
import { noticesText } from '#domain/reminders/notices-text.ts'
import { daysText } from '#domain/schedule/days-text.ts'
import { pauseAt } from '#domain/schedule/pauses.ts'
import { hasReminderTimes } from '#domain/schedule/schedule.ts'
import { isEmpty } from '#domain/schedule/timetable.ts'
import { useMay } from '#src/session/may.ts'
import { useSession } from '#src/session/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import { MedicineGlyph } from '#src/ui/MedicineGlyph.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { TimeChip } from '#src/ui/TimeChip.tsx'
import { LastTaken } from './LastTaken.tsx'
import { endedText, rangeText, restText } from './medication-text.ts'
import { Paused } from './PauseDialog.tsx'

function Glyph({ medication, bare }: { medication: Medication; bare?: boolean }) {
  const { name, dosage, frequency } = medication
  return (
    <Tile tone="plain" bare={bare}>
      <MedicineGlyph picture={medication} words={[name, dosage, frequency]} />
    </Tile>
  )
}

const howText = (medication: Medication): string => inRow([dosageText(medication), medication.frequency])

interface MedicationCardProps {
  medication: Medication
  /** All medications, of which it may follow one. */
  all: readonly ListedMedication[]
  /** In the plan zone. */
  today: LocalDate
  onDelete(): void
  onPause(): void
  /** What is left of it. */
  supply: ReactNode
}

/** An active medication as a card with its times, dates and actions. */
export function MedicationCard({ medication, all, today, onDelete, onPause, supply }: MedicationCardProps) {
  const { id, name, instructions } = medication
  const mayChange = useMay('change')
  const isPaused = pauseAt(medication.pauses, today) !== undefined
  const how = howText(medication)
  return (
    <Card as="li" className="record">
      <div className="record__top">
        <Glyph medication={medication} />
        <div className="grow">
          <h3>{name}</h3>
          {how ? <p className="quiet">{how}</p> : null}
        </div>
      </div>
      {instructions ? <p className="pre-line">{instructions}</p> : null}
      {isPaused ? <Paused medication={medication} today={today} /> : <When medication={medication} all={all} />}
      {supply}
      <div className="row row--between med__end">
        <p className="small quiet grow">{rangeText(medication)}</p>
        {mayChange ? (
          <span className="med__tools">
            {isEmpty(medication) || isPaused ? null : (
              <Button iconOnly aria-label={t('Pause {medicine}', { medicine: name })} onClick={onPause}>
                <Pause className="icon" />
              </Button>
            )}
            <ButtonLink
              iconOnly
              to={`${PAGES.medications}?edit=${id}`}
              aria-label={t('Edit {medicine}', { medicine: name })}
            >
              <Pencil className="icon" />
            </ButtonLink>
            <Button iconOnly aria-label={t('Delete {medicine}', { medicine: name })} onClick={onDelete}>
              <Trash2 className="icon" />
            </Button>
          </span>
        ) : null}
      </div>
    </Card>
  )
}

function When({ medication, all }: Pick<MedicationCardProps, 'medication' | 'all'>): ReactNode {
  const { id, name, schedule, reminderTimes, important, notices } = medication
  const [mayChange, mayLog] = [useMay('change'), useMay('log')]
  if (schedule.kind === 'as-needed') {
    return (
      <div className="row row--between">
        <div className="stack gap-1">
          <Badge className="justify-self-start">{t('Only when needed')}</Badge>
          <LastTaken medication={medication} />
        </div>
        {mayLog ? (
          <ButtonLink variant="soft" to={{ search: `?${LOG_PARAM}=${id}` }}>
            <Plus className="icon" />
            <RichText
              text={t('Log a dose<name> of {medicine}</name>', { medicine: name })}
              tags={{ name: (part) => <span className="sr">{part}</span> }}
            />
          </ButtonLink>
        ) : null}
      </div>
    )
  }
  const days = daysText(schedule, all)
  const rest = restText(schedule, all)
  return (
    <>
      <div className="row row--tight">
        {mayChange && hasReminderTimes(schedule) && reminderTimes.length === 0 ? (
          <ButtonLink variant="soft" to={`${PAGES.medications}?edit=${id}`}>
            <Clock className="icon" />
            <RichText
              text={t('Set reminder times<name> of {medicine}</name>', { medicine: name })}
              tags={{ name: (part) => <span className="sr">{part}</span> }}
            />
          </ButtonLink>
        ) : (
          reminderTimes.map((time) => <TimeChip key={time}>{formatTime12(time)}</TimeChip>)
        )}
        {days ? <span className="small quiet">{days}</span> : null}
        {important ? (
          <Badge state="info" icon={<Mail className="icon" />}>
            {t('Important')}
          </Badge>
        ) : null}
      </div>
      {rest ? <p className="small">{rest}</p> : null}
      {hasNotices(notices) ? <p className="small quiet">{noticesText(notices)}</p> : null}
    </>
  )
}

/** A medication that was stopped or has ended: quiet, without actions (readings, Medications). */
export function InactiveCard({ medication }: { medication: Medication }) {
  const { zone } = useSession()
  const { name, stoppedAt } = medication
  const how = howText(medication)
  const stoppedOn = stoppedAt === null ? null : localAt(msOf(stoppedAt), zone).date
  return (
    <Card as="li" sunken className="record record--over">
      <div className="record__top">
        <Glyph medication={medication} bare />
        <div className="grow">
          <h3>{name}</h3>
          {how ? <p>{how}</p> : null}
          <p className="small">{endedText(medication, stoppedOn)}</p>
        </div>
      </div>
      <Badge>{t('Inactive')}</Badge>
    </Card>
  )
}
