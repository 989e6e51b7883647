import { useMemo } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import { isSettled } from '#domain/doses/slot-state.ts'
import { msOf } from '#domain/lib/instant.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { useOpenDay } from '#src/session/day.ts'
import { type FirstLoad, useFirstLoad, useIsDayKnown } from '#src/session/first-load.ts'
import { useHasOthers, useSessions } from '#src/session/people.tsx'
import { type Day, useConflicts, useDoseRange, useMedications } from '#src/session/reads.ts'
import { type Session, useSession } from '#src/session/session.ts'
import { useIsEverybodyOpen } from '#src/session/use-everybody-open.ts'
import { useNow } from '#src/session/use-now.ts'

/** What the cards show of one person. */
export interface PersonDay {
  day: Day
  /** Doses of days before that were answered today: their cards stay, with Undo. */
  answered: readonly SlotView[]
  /** The first dose after today, within a week. */
  next: SlotView | null
  conflicts: readonly SlotConflict[]
  hasMedications: boolean
  /** Whether this device ever held the person's data. */
  load: FirstLoad
}

const NO_CONFLICTS: readonly SlotConflict[] = []

/** How many days ahead the end of the day looks for the next dose, and back for those that were answered today. */
const DAYS = 7

/** Returns the day of the person whose session is around; null until this device can say what is open. */
export function usePersonDay(): PersonDay | null {
  const { zone } = useSession()
  const { date } = localAt(useNow(), zone)
  const day = useOpenDay()
  const around = useDoseRange(addDays(date, -DAYS), addDays(date, DAYS))
  const count = useMedications()?.length
  const conflicts = useConflicts() ?? NO_CONFLICTS
  const load = useFirstLoad()
  const isKnown = useIsDayKnown()
  return useMemo(() => {
    if (!day || !around || count === undefined || load === undefined || !isKnown) return null
    const next = around.slots.find(({ slot, state }) => slot.date > date && state === 'upcoming') ?? null
    const answered = around.slots.filter((view) => view.slot.date < date && loggedOn(view, zone) === date)
    return { day, answered, next, conflicts, hasMedications: count > 0, load }
  }, [day, around, count, isKnown, conflicts, load, date, zone])
}

/** Returns the date on which a dose was answered; null for one that is open. */
const loggedOn = ({ state, outcome }: SlotView, zone: string): LocalDate | null =>
  isSettled(state) && 'event' in outcome ? localAt(msOf(outcome.event.loggedAt), zone).date : null

/** Somebody whose doses are among the cards. */
export interface Someone {
  id: string
  session: Session
}

/**
 * Returns everybody whose doses are shown: all whom the account looks after, whether or not other pages show them. `isComplete` is
 * false while somebody's data is still opening.
 */
export function useEverybody(): { everybody: Someone[]; isComplete: boolean } {
  const session = useSession()
  const hasOthers = useHasOthers()
  const sessions = useSessions()
  const isOpen = useIsEverybodyOpen()
  const everybody = useMemo(
    () =>
      hasOthers
        ? sessions.map(({ person, session }) => ({ id: person.id, session }))
        : [{ id: session.user.id, session }],
    [hasOthers, sessions, session],
  )
  return { everybody, isComplete: !hasOthers || isOpen }
}
