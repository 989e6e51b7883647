import { useMemo } from 'react'
import { localAt } from '#domain/lib/zone.ts'
import { type TripDates, type TripLine, tripLineOf } from '#domain/supply/trip.ts'
import { readTripInputs } from '#src/data/supply-reads.ts'
import { useSession } from './session.ts'
import { useLiveQuery } from './use-live-query.ts'
import { useNow } from './use-now.ts'

/**
 * Returns what a trip takes of each medicine in use, planned ones first, by name; undefined until local storage has
 * answered.
 */
export function useTripLines({ first, last }: TripDates): TripLine[] | undefined {
  const { db, zone } = useSession()
  const now = useNow()
  const today = localAt(now, zone).date
  const inputs = useLiveQuery(() => readTripInputs(db, zone, now), [db, zone, today])
  return useMemo(
    () => inputs?.flatMap((input) => tripLineOf(input, { first, last }) ?? []).sort(byPlanAndName),
    [inputs, first, last],
  )
}

const byPlanAndName = (one: TripLine, other: TripLine): number =>
  Number(one.doses === 0) - Number(other.doses === 0) || one.medication.name.localeCompare(other.medication.name)
