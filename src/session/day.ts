import { useMemo } from 'react'
import { ofDay } from '#domain/doses/open-day.ts'
import { addDays } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { type Day, useDoseRange } from './reads.ts'
import { useSession } from './session.ts'
import { useNow } from './use-now.ts'

/**
 * Today's doses, and those of yesterday that still ask to be taken: a dose of 11:50 PM is not forgotten at midnight.
 * Undefined until this device answered.
 */
export function useOpenDay(): Day | undefined {
  const { zone } = useSession()
  const now = useNow()
  const { date } = localAt(now, zone)
  const views = useDoseRange(addDays(date, -1), date)
  return useMemo(() => views && { ...ofDay(views, date, zone), date, now }, [views, date, zone, now])
}
