import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { NoMedications } from '#src/session/NoMedications.tsx'
import { useSession } from '#src/session/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'
import { ByMedication } from './ByMedication.tsx'
import { ByTimeOfDay } from './ByTimeOfDay.tsx'
import { Lead } from './Lead.tsx'
import { Patterns } from './Patterns.tsx'
import { Trend } from './Trend.tsx'
import { useInsights } from './use-insights.ts'
import { Year } from './Year.tsx'

/**
 * Everything the year's log shows, text before charts. A new device has its medications before their log, which arrives
 * page by page: until it is complete, every dose still on its way would count as missed.
 */
export const YourInsights = () => (
  <WithRecord>
    <WholeRecord />
  </WithRecord>
)

export function WithRecord({ children }: { children: ReactNode }) {
  const load = useFirstLoad()
  if (load === undefined || load === 'loading') return <Loading />
  if (load === 'loaded') return children
  return (
    <EmptyState scene="cloud" title={t('Your record is not on this device yet')}>
      {t('It appears as soon as there is a connection.')}
    </EmptyState>
  )
}

export const Loading = () => <SkeletonList label={t('Loading your record')} />

function WholeRecord() {
  const { zone } = useSession()
  const known = useInsights()
  if (!known) return <Loading />
  const { insights, medications, now } = known
  if (medications.length === 0) return <NoMedications load="loaded" />
  if (insights.days.every(({ counted }) => counted === 0)) {
    return (
      <EmptyState scene="calendar" title={t('Nothing to show yet')}>
        {t('A planned dose counts once it is taken, skipped or missed. The first insights appear after that.')}
      </EmptyState>
    )
  }
  return (
    <div className="stack insights">
      <Lead known={known} />
      <Year insights={insights} />
      <div className="columns columns--even">
        <ByTimeOfDay insights={insights} />
        <Patterns patterns={insights.patterns} medications={medications} now={now} zone={zone} />
      </div>
      <div className="columns columns--even">
        <Trend insights={insights} />
        <ByMedication records={insights.medications} />
      </div>
    </div>
  )
}
