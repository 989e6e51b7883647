import { useSearchParams } from 'react-router-dom'
import { isLocalDate, type LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { ADD_MEDICATION_LINK } from '#src/session/links.ts'
import { useDoseRange, useMedications } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'
import { AdherenceTable } from './AdherenceTable.tsx'
import { DayList } from './DayList.tsx'
import { byDay } from './day-summary.ts'
import { EndedMedications } from './EndedMedications.tsx'
import { MonthCalendar } from './MonthCalendar.tsx'
import { firstOfMonth, lastOfMonth } from './month.ts'

const DAY_PARAM = 'day'

/** /history: a month of days, the doses of the chosen one (`?day=`), and how much was taken of each medication. */
export default function HistoryPage() {
  const medications = useMedications()
  return (
    <div className="page">
      <PageHead title="History" />
      {medications?.length === 0 ? <NoHistory /> : null}
      {medications && medications.length > 0 ? (
        <>
          <Days />
          <AdherenceTable medications={medications} />
          <EndedMedications medications={medications} />
        </>
      ) : null}
    </div>
  )
}

function Days() {
  const { zone } = useSession()
  const today = localAt(useNow(), zone).date
  const [chosen, choose] = useChosenDay(today)
  const doses = useDoseRange(firstOfMonth(chosen), lastOfMonth(chosen))
  const dosesOn = byDay(doses ?? { slots: [], extras: [] }, zone)
  return (
    <div className="columns columns--even">
      <section className="card" aria-label="Calendar">
        <MonthCalendar chosen={chosen} today={today} dosesOn={dosesOn} onChoose={choose} />
      </section>
      {doses ? <DayList date={chosen} doses={dosesOn(chosen)} /> : null}
    </div>
  )
}

/** The day of the address, today where it names none. Choosing replaces the entry: Back leaves the page, not the day. */
function useChosenDay(today: LocalDate): [LocalDate, (date: LocalDate) => void] {
  const [params, setParams] = useSearchParams()
  const asked = params.get(DAY_PARAM) ?? ''
  const choose = (date: LocalDate) =>
    setParams(date === today ? {} : { [DAY_PARAM]: date }, { replace: true, preventScrollReset: true })
  return [isReadable(asked) ? asked : today, choose]
}

/** Dates a schedule can be unfolded for without passing the years that local dates can name. */
const isReadable = (text: string): text is LocalDate =>
  isLocalDate(text) && text >= '1900-01-01' && text <= '2199-12-31'

/** Nothing was ever logged; or, on a device that never held anything, nothing that it knows of. */
function NoHistory() {
  const load = useFirstLoad()
  if (load === undefined || load === 'loading') return <SkeletonList label="Loading your history" />
  if (load === 'failed') {
    return (
      <EmptyState scene="cloud" title="Your history is not on this device yet">
        It appears as soon as there is a connection.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      scene="calendar"
      title="No history yet"
      action={
        <ButtonLink variant="primary" to={ADD_MEDICATION_LINK}>
          Add Your First Medication
        </ButtonLink>
      }
    >
      Each dose you log appears here, day by day.
    </EmptyState>
  )
}
