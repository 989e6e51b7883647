import { useMemo, useState } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { ofDay } from '#domain/doses/open-day.ts'
import { addDays } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { keepSame } from './keep-same.ts'
import { type Day, useDoseRange } from './reads.ts'
import { useSession } from './session.ts'
import { useNow } from './use-now.ts'

/**
 * Returns today's doses, plus yesterday's that are still open: a dose at 11:50 PM is not forgotten at midnight.
 * Undefined until local storage has been read.
 */
export function useOpenDay(): Day | undefined {
  const { zone } = useSession()
  const now = useNow()
  const { date } = localAt(now, zone)
  const views = useDoseRange(addDays(date, -1), date)
  const [kept] = useState(() => keepSame<SlotView>(({ slot }) => slot.id))
  return useMemo(() => {
    if (!views) return undefined
    const { slots, extras } = ofDay(views, date, zone)
    return { slots: kept(slots), extras, date, now }
  }, [views, date, zone, now, kept])
}
