import { t } from '#domain/language/translate.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import type { Day } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { Section } from '#src/ui/Section.tsx'
import { AddSomething } from './AddSomething.tsx'
import { OnlyWhenNeeded } from './OnlyWhenNeeded.tsx'
import { SavedDocuments } from './SavedDocuments.tsx'
import { RecentMedications, UpcomingReminders } from './Summaries.tsx'
import { UpcomingAppointments } from './UpcomingAppointments.tsx'

export { FirstReminder } from './FirstReminder.tsx'
export { UpgradeBanner } from './UpgradeBanner.tsx'

interface BelowTodayProps {
  day: Day
  medications: readonly ListedMedication[]
}

/** What follows today on the home screen: the ways to add something, and summaries. */
export function BelowToday({ day, medications }: BelowTodayProps) {
  const { zone } = useSession()
  // On a device that never held the account's data, or is not yet known to have, the cards would say that there is
  // nothing.
  const isLoaded = useFirstLoad() === 'loaded'
  const holdsNothing = !isLoaded && medications.length === 0
  return (
    <>
      <OnlyWhenNeeded medications={medications} now={day.now} holdsLog={isLoaded} />
      <AddSomething now={day.now} />
      {holdsNothing ? null : (
        <Section title={t('At a glance')}>
          <div className="grid grid--4 home__sums">
            <RecentMedications medications={medications} />
            <UpcomingReminders day={day} zone={zone} />
            <UpcomingAppointments today={day.date} />
            <SavedDocuments />
          </div>
        </Section>
      )}
    </>
  )
}
