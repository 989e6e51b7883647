import { CalendarDays, Clock, type LucideIcon, Pill } from 'lucide-react'
import { patternText } from '#domain/insights/pattern-text.ts'
import { EVIDENCE, type Pattern, type TimeGroup } from '#domain/insights/patterns.ts'
import { t } from '#domain/language/translate.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { isActive, type Medication } from '#domain/records/medication.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Tile, type TileTone } from '#src/ui/Tile.tsx'
import { PART_ICONS } from './ByTimeOfDay.tsx'

interface PatternsProps {
  patterns: readonly Pattern[]
  medications: readonly Medication[]
  /** Milliseconds since the epoch. */
  now: number
  zone: string
}

/** Anything striking, in words with its counts; or a statement that there is nothing. */
export function Patterns({ patterns, medications, now, zone }: PatternsProps) {
  const find = (id: MedicationId) => medications.find((medication) => medication.id === id)
  const mayMove = (medication: Medication | undefined) => medication !== undefined && isActive(medication, now, zone)
  return (
    <section className="card" aria-labelledby="insights-patterns">
      <h2 id="insights-patterns">{t('Patterns')}</h2>
      {patterns.length === 0 ? <p>{t('Nothing stands out.')}</p> : null}
      <ul className="list">
        {patterns.map((pattern) => {
          const medication = pattern.kind === 'medicine' ? find(pattern.medicationId) : undefined
          return (
            <PatternRow key={pattern.kind} pattern={pattern} medication={medication} mayMove={mayMove(medication)} />
          )
        })}
      </ul>
      <p className="small quiet">
        {t(
          'A pattern is named only when it shows on at least {days, plural, one {# day} other {# days}}, with at least {missed, plural, one {# missed dose} other {# missed doses}}, and when chance would hardly make it.',
          { days: EVIDENCE.dates, missed: EVIDENCE.missed },
        )}
      </p>
    </section>
  )
}

interface PatternRowProps {
  pattern: Pattern
  /** The medication it is about. */
  medication: Medication | undefined
  /** It is still taken, so its time can be changed. */
  mayMove: boolean
}

function PatternRow({ pattern, medication, mayMove }: PatternRowProps) {
  const { title, sentence } = patternText(pattern, medication?.name ?? '')
  const { icon: Icon, tone } = lookOf(pattern)
  return (
    <li className="pattern">
      <Tile small tone={tone}>
        <Icon className="icon" aria-hidden="true" />
      </Tile>
      <div className="list__main">
        <h3 className="list__title">{title}</h3>
        <p className="list__sub">{sentence}</p>
      </div>
      {medication && mayMove ? (
        <ButtonLink variant="soft" to={`${PAGES.medications}?edit=${medication.id}`}>
          <Clock className="icon" />
          {t('Change the time of {medicine}', { medicine: medication.name })}
        </ButtonLink>
      ) : null}
    </li>
  )
}

function lookOf(pattern: Pattern): { icon: LucideIcon; tone: TileTone } {
  switch (pattern.kind) {
    case 'medicine':
      return { icon: Pill, tone: 'info' }
    case 'steady':
      return { icon: PART_ICONS[pattern.part], tone: 'taken' }
    case 'time':
      return { icon: iconOf(pattern.group), tone: 'info' }
    case 'late':
      return { icon: iconOf(pattern.group), tone: 'due' }
  }
}

const iconOf = ({ part }: TimeGroup): LucideIcon => (part === null ? CalendarDays : PART_ICONS[part])
