import { type ComponentType, type ReactNode, useEffect } from 'react'
import { isPremium, subscriptionAt } from '#domain/access/plan.ts'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import { isOpen } from '#domain/doses/slot-state.ts'
import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { HOME_TITLE, helloOf } from '#domain/records/greeting.ts'
import type { ListedMedication } from '#domain/records/medication.ts'
import { useOpenDay } from '#src/session/day.ts'
import { useFirstLoad, useIsDayKnown } from '#src/session/first-load.ts'
import { type Day, useConflicts, useMedications } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { latePart } from '#src/ui/late-part.ts'
import { Opening } from '#src/ui/Opening.tsx'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { DayArc } from './DayArc.tsx'
import { HomeControls } from './HomeControls.tsx'
import { HomeNotices } from './HomeNotices.tsx'
import { Timeline } from './Timeline.tsx'

/** Below the first screenful, and what nobody waits for: loaded after it. */
const skeleton = latePart(() => import('#src/ui/SkeletonList.tsx'))
const belowToday = latePart(() => import('./BelowToday.tsx'))

/** Needed only for a user without medications, or without the log of those that are here; the page waits for it. */
const firstRun = latePart(() => import('#src/session/NoMedications.tsx'))

interface HomePageProps {
  /** Asks about doses that several devices logged. */
  Conflicts: ComponentType<{ conflicts: readonly SlotConflict[] }>
  /** Says what runs out soon. */
  Supplies: ComponentType
}

/** The signed-in home: today first, then the ways to add something, and summaries. */
export default function HomePage({ Conflicts, Supplies }: HomePageProps) {
  const { user, person, zone } = useSession()
  const now = useNow()
  const day = useOpenDay()
  const medications = useMedications()
  const conflicts = useConflicts()
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLHeadingElement>(conflicts)
  const first = firstRun.use()
  const firstFailed = firstRun.useFailure() !== null
  const load = useFirstLoad()
  const isKnown = useIsDayKnown()
  const isFirstRun = medications?.length === 0 || (load !== undefined && load !== 'loaded')
  useEffect(() => {
    if (isFirstRun) firstRun.want()
  }, [isFirstRun])
  // If the day is known although the log is not here, a notice says so.
  const isReady =
    isKnown && day !== undefined && medications !== undefined && (!isFirstRun || first !== null || firstFailed)
  return (
    <div className="page">
      <div className="page__head home__head">
        <p className="home__hello wrap-anywhere">{helloOf(user, person, now, zone)}</p>
        <h1 className="home__title" ref={fallback} tabIndex={-1}>
          {t(HOME_TITLE)}
        </h1>
      </div>
      {isReady ? (
        <Content
          day={day}
          medications={medications}
          notLoaded={load !== 'loaded'}
          supplies={<Supplies />}
          question={
            conflicts && conflicts.length > 0 ? (
              <div ref={area}>
                <Conflicts conflicts={conflicts} />
              </div>
            ) : null
          }
        />
      ) : (
        <>
          <Opening />
          <Loading />
        </>
      )}
    </div>
  )
}

interface ContentProps {
  day: Day
  medications: readonly ListedMedication[]
  /** The account's data never reached this device. */
  notLoaded: boolean
  supplies: ReactNode
  /** The question about the log, if any. */
  question: ReactNode
}

function Content({ day, medications, notLoaded, supplies, question }: ContentProps) {
  const { user, zone, isExample } = useSession()
  const { now } = day
  const late = belowToday.use()
  const first = firstRun.use()
  useEffect(belowToday.want, [])
  const today = day.slots.filter((view) => view.slot.date === day.date)
  // A due dose stays on the first screenful; a question about the log can wait below it.
  const asksForDose = day.slots.some(({ state }) => isOpen(state))
  return (
    <>
      {notLoaded && medications.length > 0 && first ? <first.LogNotHere className="home__notices" /> : null}
      <HomeNotices medications={medications} now={now} zone={zone} />
      {supplies}
      <div className="columns home__today">
        <div className="home__main">
          {asksForDose ? null : question}
          {medications.length > 0 ? <Timeline day={day} zone={zone} /> : null}
          {late && medications.length > 0 && !isExample ? <late.FirstReminder /> : null}
          {medications.length === 0 && first ? (
            <first.NoMedications load={notLoaded ? 'failed' : 'loaded'} size="lg" />
          ) : null}
          {asksForDose ? question : null}
        </div>
        <div className="stack home__side">
          {today.length > 0 ? <DayArc slots={today} now={localAt(now, zone).time} /> : null}
          {isExample ? null : <HomeControls now={now} />}
          {isPremium(subscriptionAt(user, now)) || !late ? null : <late.UpgradeBanner />}
        </div>
      </div>
      {late ? <late.BelowToday day={day} medications={medications} /> : null}
    </>
  )
}

/** Only a device that holds nothing yet shows it, and not at once: its code is not part of every start. */
function Loading() {
  const part = skeleton.use()
  useEffect(skeleton.want, [])
  return part ? <part.SkeletonList label={t('Loading your medications')} /> : null
}
