import { memo } from 'react'
import { agoText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { inRow } from '#domain/lib/text.ts'
import { dosageText } from '#domain/records/dosage-text.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { useLastTaken } from '#src/session/last-taken.ts'
import { useLimitLines } from '#src/session/limits.ts'
import { logLink } from '#src/session/links.ts'
import { useMay } from '#src/session/may.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import { MedicineGlyph } from '#src/ui/MedicineGlyph.tsx'
import { Section } from '#src/ui/Section.tsx'

interface OnlyWhenNeededProps {
  medications: readonly ListedMedication[]
  now: number
  /** Whether this device ever held the whole log; otherwise it cannot know that something was not taken. */
  holdsLog: boolean
}

/** Medications without a plan, each with when it was last taken and a button to log it. */
export const OnlyWhenNeeded = memo(function OnlyWhenNeeded({ medications, now, holdsLog }: OnlyWhenNeededProps) {
  const needed = medications.filter(({ isActive, schedule }) => isActive && schedule.kind === 'as-needed')
  if (needed.length === 0) return null
  return (
    <Section title={t('Only when needed')}>
      <Card>
        <ul className="list">
          {needed.map((medication) => (
            <NeededRow key={medication.id} medication={medication} now={now} holdsLog={holdsLog} />
          ))}
        </ul>
      </Card>
    </Section>
  )
})

interface NeededRowProps extends Omit<OnlyWhenNeededProps, 'medications'> {
  medication: ListedMedication
}

function NeededRow({ medication, now, holdsLog }: NeededRowProps) {
  const { id, name, dosage, frequency } = medication
  const mayLog = useMay('log')
  const last = useLastTaken(id)
  const lines = useLimitLines(medication)
  const never = holdsLog ? t('not taken yet') : t('not logged on this device yet')
  const words = last ? t('last taken {ago}', { ago: agoText(msOf(last.at), now) }) : last === null ? never : ''
  return (
    <li className="list__row list__row--wraps">
      <MedicineGlyph picture={medication} words={[name, dosage, frequency]} className="dose__form" />
      <span className="list__main">
        <span className="list__title">{name}</span>
        <span className="list__sub">{inRow([dosageText(medication), words])}</span>
        {lines.map((line) => (
          <span key={line} className="list__sub">
            {line}
          </span>
        ))}
      </span>
      {mayLog ? (
        <ButtonLink variant="soft" to={logLink(id)} aria-label={t('Log a dose of {medicine}', { medicine: name })}>
          {t('Log a dose')}
        </ButtonLink>
      ) : null}
    </li>
  )
}
