import { Plus } from 'lucide-react'
import { memo } from 'react'
import { clockText } from '#domain/doses/dose-text.ts'
import { apart } from '#domain/language/apart.ts'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { ADD_MEDICATION_LINK } from '#src/session/links.ts'
import { useMay } from '#src/session/may.ts'
import type { Day } from '#src/session/reads.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SummaryCard } from './SummaryCard.tsx'
import { recentMedications, upcomingReminders } from './summaries.ts'

export const RecentMedications = memo(function RecentMedications({
  medications,
}: {
  medications: readonly ListedMedication[]
}) {
  const mayChange = useMay('change')
  return (
    <SummaryCard title={t('Recent Medications')} editAt={PAGES.medications}>
      {medications.length === 0 ? (
        <EmptyState
          bare
          small
          scene="table"
          action={
            mayChange ? (
              <ButtonLink variant="soft" to={ADD_MEDICATION_LINK}>
                <Plus className="icon" />
                {t('Add Your First Medication')}
              </ButtonLink>
            ) : undefined
          }
        >
          {t('No medications yet')}
        </EmptyState>
      ) : (
        <ul className="list">
          {recentMedications(medications).map(({ id, name, dosage, isActive }) => (
            <li className="list__row" key={id}>
              <span className="list__main">
                <span className="list__title">{name}</span>
                {dosage ? <span className="list__sub">{apart(dosage)}</span> : null}
              </span>
              {isActive ? null : <Badge>{t('Inactive')}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </SummaryCard>
  )
})

export function UpcomingReminders({ day, zone }: { day: Day; zone: string }) {
  const next = upcomingReminders(day.slots)
  return (
    <SummaryCard title={t('Upcoming Reminders')} editAt={PAGES.reminders}>
      {next.length === 0 ? (
        <EmptyState bare small scene="bell">
          {t('No upcoming reminders')}
        </EmptyState>
      ) : (
        <ul className="list">
          {next.map(({ slot, name, ringStart }) => (
            <li className="list__row" key={slot.id}>
              <span className="list__main">
                <span className="list__title">{name}</span>
              </span>
              <span className="list__end num">{clockText(ringStart, zone)}</span>
            </li>
          ))}
        </ul>
      )}
    </SummaryCard>
  )
}
