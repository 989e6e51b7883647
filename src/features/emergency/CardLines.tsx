import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import type { EmergencyCard } from '#domain/records/emergency-card.ts'
import { useSession } from '#src/session/session.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Card } from '#src/ui/Card.tsx'

/** The card itself: what cannot wait stands first and largest. */
export function CardLines({ card }: { card: EmergencyCard }) {
  const { person } = useSession()
  const { name, dateOfBirth, bloodGroup, allergies, conditions, contacts, medicines, note, date } = card
  return (
    <Card as="section" className="stack emergency" aria-label={t('Emergency card of {name}', { name })}>
      <h2 className="wrap-anywhere">{name}</h2>
      <dl>
        {dateOfBirth ? <Line label={t('Born')}>{formatDate(dateOfBirth)}</Line> : null}
        {bloodGroup ? <Line label={t('Blood group')}>{bloodGroup}</Line> : null}
        <Line label={t('Allergies')} isUrgent>
          {allergies || <span className="quiet">{t('None typed in')}</span>}
        </Line>
        {conditions ? <Line label={t('Conditions')}>{conditions}</Line> : null}
        <Line label={t('Medicines now')}>
          {medicines.length > 0 ? (
            <ul>
              {medicines.map((medicine) => (
                <li key={medicine}>{medicine}</li>
              ))}
            </ul>
          ) : (
            <span className="quiet">{t('None in Dosewell')}</span>
          )}
        </Line>
        {note ? <Line label={t('Note')}>{note}</Line> : null}
      </dl>
      {contacts.length > 0 ? (
        <ul className="stack gap-2" aria-label={t('Contacts')}>
          {contacts.map((contact) => (
            <li key={`${contact.name} ${contact.phone}`} className="emergency__contact">
              <span className="grow wrap-anywhere">
                <span className="strong">{contact.name}</span>
                {contact.relation ? <span className="quiet"> {contact.relation}</span> : null}
              </span>
              <ButtonLink href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`} variant="soft">
                <Phone className="icon" aria-hidden />
                <bdi dir="ltr">{contact.phone}</bdi>
              </ButtonLink>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="small quiet">
        {person
          ? t('As of {date}. Not checked by a doctor.', { date: formatDate(date) })
          : t('As of {date}. Typed in by {name}, not checked by a doctor.', { date: formatDate(date), name })}
      </p>
    </Card>
  )
}

function Line({ label, isUrgent, children }: { label: string; isUrgent?: boolean; children: ReactNode }) {
  return (
    <div data-urgent={isUrgent ? '' : undefined}>
      <dt>{label}</dt>
      <dd className="pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}
