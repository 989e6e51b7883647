import { type ComponentType, useCallback, useEffect, useMemo, useState } from 'react'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import { t } from '#domain/language/translate.ts'
import { SessionContext } from '#src/session/session.ts'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'
import { BelowCards } from './BelowCards.tsx'
import { Cards } from './Cards.tsx'
import { type PersonDay, type Someone, useEverybody, usePersonDay } from './person-day.ts'

interface SimplePageProps {
  /** Asks about doses that several devices logged. */
  Conflicts: ComponentType<{ conflicts: readonly SlotConflict[] }>
}

/** Home for who wants one thing at a time: a dose, what to do about it, and the next (decision 089). */
export default function SimplePage({ Conflicts }: SimplePageProps) {
  const { everybody, isComplete } = useEverybody()
  const [days, setDays] = useState<ReadonlyMap<string, PersonDay | null>>(new Map())
  const tell = useCallback((id: string, day: PersonDay | null) => setDays((before) => new Map(before).set(id, day)), [])
  const known = useMemo(
    () =>
      everybody.flatMap(({ id, session }) => {
        const day = days.get(id)
        return day ? [{ id, session, ...day }] : []
      }),
    [everybody, days],
  )
  const isReady = isComplete && known.length === everybody.length
  return (
    <div className="page simple">
      {everybody.map((someone) => (
        <SessionContext key={someone.id} value={someone.session}>
          <DayOf someone={someone} onDay={tell} />
        </SessionContext>
      ))}
      {isReady ? (
        <>
          <Cards everybody={known} />
          <BelowCards everybody={known} Conflicts={Conflicts} />
        </>
      ) : (
        <SkeletonList label={t('Loading your medications')} />
      )}
    </div>
  )
}

interface DayOfProps {
  someone: Someone
  onDay(id: string, day: PersonDay | null): void
}

/** Reads somebody's day within their session. */
function DayOf({ someone: { id }, onDay }: DayOfProps) {
  const day = usePersonDay()
  useEffect(() => onDay(id, day), [id, day, onDay])
  return null
}
