import { ChartColumn } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { addDays, isRecordDate, type LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { DAY_PARAM, PAGES } from '#domain/protocol/pages.ts'
import { type FirstLoad, useFirstLoad } from '#src/session/first-load.ts'
import { ADD_MEDICATION_LINK } from '#src/session/links.ts'
import { useMay, useRoleSentence } from '#src/session/may.ts'
import { useDoseRange, useMedications } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Opening } from '#src/ui/Opening.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'
import { AddDose } from './AddDose.tsx'
import { AdherenceTable } from './AdherenceTable.tsx'
import { DayList } from './DayList.tsx'
import { byDay, loggedDays } from './day-summary.ts'
import { EndedMedications } from './EndedMedications.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'
import { useHistoryDoses } from './use-history-doses.ts'

/** A device that has not loaded yet is a new one. */
const LOGGED_DAYS = 30

/** /history: a month of days, the doses of the chosen day (`?day=`), and how much of each medication was taken. */
export default function HistoryPage() {
  const load = useFirstLoad()
  return (
    <div className="page">
      <PageHead
        title={t('History')}
        action={
          <ButtonLink variant="plain" to={PAGES.insights}>
            <ChartColumn className="icon" />
            {t('Insights')}
          </ButtonLink>
        }
      />
      {load === 'loaded' ? <WholeHistory /> : <NotHereYet load={load} />}
    </div>
  )
}

/** Its doses are read while the medications are still being read. */
function WholeHistory() {
  const { zone } = useSession()
  const today = localAt(useNow(), zone).date
  const [chosen, choose] = useChosenDay(today)
  const medications = useMedications()
  const [mayChange, mayLog] = [useMay('change'), useMay('log')]
  const { doses, recent } = useHistoryDoses(chosen, today)
  if (medications?.length === 0) return <NoHistory />
  if (!medications) return <Opening />
  const dosesOn = byDay(doses ?? { slots: [], extras: [] }, zone)
  return (
    <>
      <div className="columns columns--even">
        <section className="card" aria-label={t('Calendar')}>
          <MonthCalendar chosen={chosen} today={today} dosesOn={dosesOn} onChoose={choose} />
        </section>
        {doses ? (
          <DayList
            date={chosen}
            doses={dosesOn(chosen)}
            action={mayLog && chosen <= today ? <AddDose date={chosen} medications={medications} /> : null}
          />
        ) : (
          <Opening />
        )}
      </div>
      {recent ? <AdherenceTable medications={medications} slots={recent} today={today} /> : <Opening />}
      {mayChange ? <EndedMedications medications={medications} /> : null}
    </>
  )
}

/**
 * Returns the day in the address, or today if there is none. Choosing replaces the history entry: Back leaves the page,
 * not the day.
 */
function useChosenDay(today: LocalDate): [LocalDate, (date: LocalDate) => void] {
  const [params, setParams] = useSearchParams()
  const asked = params.get(DAY_PARAM) ?? ''
  const choose = (date: LocalDate) =>
    setParams(date === today ? {} : { [DAY_PARAM]: date }, { replace: true, preventScrollReset: true })
  return [isRecordDate(asked) ? asked : today, choose]
}

/**
 * A new device has its medications before their log: until that is complete, doses still on their way would count as
 * missed.
 */
function NotHereYet({ load }: { load: Exclude<FirstLoad, 'loaded'> | undefined }) {
  if (load !== 'failed') return <SkeletonList label={t('Loading your history')} />
  return (
    <>
      <EmptyState scene="cloud" title={t('Your history is not on this device yet')}>
        {t('It appears as soon as there is a connection. What you log until then stays.')}
      </EmptyState>
      <LoggedHere />
    </>
  )
}

/** What was logged on this device so far. */
function LoggedHere() {
  const { zone } = useSession()
  const today = localAt(useNow(), zone).date
  // A dose may be taken in advance.
  const doses = useDoseRange(addDays(today, -LOGGED_DAYS), addDays(today, 1))
  if (!doses) return null
  return loggedDays(doses, zone).map((day) => <DayList key={day.date} date={day.date} doses={day} />)
}

/** Nothing was ever logged. */
function NoHistory() {
  const refusal = useRoleSentence()
  return (
    <EmptyState
      scene="calendar"
      title={t('No history yet')}
      action={
        refusal === null ? (
          <ButtonLink variant="primary" to={ADD_MEDICATION_LINK}>
            {t('Add Your First Medication')}
          </ButtonLink>
        ) : undefined
      }
    >
      {refusal ?? t('Each dose you log appears here, day by day.')}
    </EmptyState>
  )
}
