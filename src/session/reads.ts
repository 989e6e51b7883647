import type { DoseViews } from '#domain/doses/dose-views.ts'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { isActive, type ListedMedication } from '#domain/records/medication.ts'
import { readConflicts, readDoseViews, readMedications } from '#src/data/reads.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { readSyncState } from '#src/data/sync-state.ts'
import { readDocumentCounts } from '#src/data/unsent.ts'
import type { SyncState } from '#src/sync/ports.ts'
import { useSession } from './session.ts'
import { useLiveQuery } from './use-live-query.ts'
import { useNow } from './use-now.ts'

/** Every read is undefined until local storage has answered, which takes milliseconds. */

/** Returns all medications, newest first, with today's `isActive`. */
export function useMedications(): ListedMedication[] | undefined {
  const { db, zone } = useSession()
  const now = useNow()
  const medications = useLiveQuery(() => readMedications(db), [db])
  return medications?.map((medication) => ({ ...medication, isActive: isActive(medication, now, zone) }))
}

export interface Day extends DoseViews {
  date: LocalDate
  /** The instant (ms) for which the states hold. */
  now: number
}

/** Returns the doses in a range of dates, both inclusive. */
export function useDoseRange(from: LocalDate, to: LocalDate): DoseViews | undefined {
  const { db, zone } = useSession()
  const now = useNow()
  return useLiveQuery(() => readDoseViews(db, { from, to, zone }, now), [db, from, to, zone, now])
}

/** As long as a device may have been offline; for older slots only History says that they were logged twice. */
const CONFLICT_DAYS = 35

/** Returns slots of recent weeks that several devices logged without knowing of each other, newest first. */
export function useConflicts(): SlotConflict[] | undefined {
  const { db, zone } = useSession()
  const today = localAt(useNow(), zone).date
  return useLiveQuery(() => readConflicts(db, addDays(today, -CONFLICT_DAYS)), [db, today])
}

/** Returns the doses of the last `days` dates, today included. */
export function useRecentDoses(days: number): DoseViews | undefined {
  const { zone } = useSession()
  const today = localAt(useNow(), zone).date
  return useDoseRange(addDays(today, 1 - days), today)
}

export interface OutboxView {
  waiting: StoredEntry[]
  attention: StoredEntry[]
  /** How many entries still have to be replayed to a restored server. */
  toReplay: number
  /** The same for documents, which have their own queue. */
  documents: { waiting: number; refused: number }
  state: SyncState
}

/** Returns what is waiting, what needs the user, and when everything was last in sync. */
export function useOutbox(): OutboxView | undefined {
  const { db } = useSession()
  return useLiveQuery(async () => {
    const rows = await db.outbox.orderBy('position').toArray()
    return {
      waiting: rows.filter((row) => row.state === 'waiting'),
      attention: rows.filter((row) => row.state === 'attention'),
      toReplay: await db.giveBack.count(),
      documents: await readDocumentCounts(db),
      state: await readSyncState(db),
    }
  }, [db])
}
