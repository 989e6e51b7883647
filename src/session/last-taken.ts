import type { MedicationId } from '#domain/lib/ids.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { lastTaken } from '#src/data/medication-doses.ts'
import { useSession } from './session.ts'
import { useLiveQuery } from './use-live-query.ts'

/** Returns the last dose of a medication that still stands, or null. */
export function useLastTaken(id: MedicationId): DoseEvent | null | undefined {
  const { db } = useSession()
  return useLiveQuery(() => lastTaken(db, id), [db, id])
}
