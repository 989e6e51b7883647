import { RotateCcw } from 'lucide-react'
import { apart } from '#domain/language/apart.ts'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Section } from '#src/ui/Section.tsx'

/**
 * Medications no longer taken; "Start again" opens the form of a new one, prefilled, so that the old history is
 * unchanged.
 */
export function EndedMedications({ medications }: { medications: readonly ListedMedication[] }) {
  const ended = medications.filter(({ isActive }) => !isActive)
  if (ended.length === 0) return null
  return (
    <Section title={t('No longer taken')}>
      <ul className="list card">
        {ended.map(({ id, name, dosage }) => (
          <li key={id} className="list__row list__row--wraps">
            <span className="list__main">
              <span className="list__title">{name}</span>
              {dosage ? <span className="list__sub">{apart(dosage)}</span> : null}
            </span>
            <ButtonLink variant="plain" to={`${PAGES.medications}?again=${id}`}>
              <RotateCcw className="icon" />
              <RichText
                text={t('Start again<more>: {medicine}</more>', { medicine: name })}
                tags={{ more: (part) => <span className="sr">{part}</span> }}
              />
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
