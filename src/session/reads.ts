import { useMemo } from 'react'
import type { DoseViews } from '#domain/doses/dose-views.ts'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { isActive, type ListedMedication } from '#domain/records/medication.ts'
import { readConflicts, readDoses, readMedications, viewsOf } from '#src/data/reads.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { readSyncState } from '#src/data/sync-state.ts'
import { readDocumentCounts } from '#src/data/unsent.ts'
import type { SyncState } from '#src/sync/ports.ts'
import { savesSoFar, useDosesAhead, withAhead } from './doses-ahead.ts'
import { useSession } from './session.ts'
import { sharedLiveQuery } from './shared-query.ts'
import { useLiveQuery } from './use-live-query.ts'
import { useNow } from './use-now.ts'

/** Every read is undefined until local storage has answered, which takes milliseconds. */

/** Returns all medications, newest first, with today's `isActive`. */
export function useMedications(): ListedMedication[] | undefined {
  const { db, zone } = useSession()
  const now = useNow()
  const medications = useLiveQuery(() => readMedications(db), [db])
  return useMemo(
    () => medications?.map((medication) => ({ ...medication, isActive: isActive(medication, now, zone) })),
    [medications, now, zone],
  )
}

export interface Day extends DoseViews {
  date: LocalDate
  /** The instant (ms) for which the states hold. */
  now: number
}

/** The doses of a range of dates: of the one asked for before, while another is being read. */
export interface RangeViews extends DoseViews {
  range: { from: LocalDate; to: LocalDate }
}

/** Returns the doses in a range of dates, both inclusive, with what was just pressed; nothing unless it is wanted. */
export function useDoseRange(from: LocalDate, to: LocalDate, isWanted = true): RangeViews | undefined {
  const { db, zone } = useSession()
  const now = useNow()
  const read = useLiveQuery(async () => {
    const asOf = savesSoFar()
    return isWanted ? { ...(await readDoses(db, { from, to, zone })), asOf } : undefined
  }, [db, from, to, zone, isWanted])
  const ahead = useDosesAhead(({ doses }) => doses)
  return useMemo(
    () => read && { ...viewsOf({ ...read, events: [...withAhead(db.name, read, ahead)] }, now), range: read.range },
    [db, read, ahead, now],
  )
}

/** As long as a device may have been offline; for older slots only History says that they were logged twice. */
const CONFLICT_DAYS = 35

/** Returns slots of recent weeks that several devices logged without knowing of each other, newest first. */
export function useConflicts(): SlotConflict[] | undefined {
  const { db, zone } = useSession()
  const today = localAt(useNow(), zone).date
  return useLiveQuery(() => readConflicts(db, addDays(today, -CONFLICT_DAYS)), [db, today])
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

const useSharedOutbox = sharedLiveQuery((db) =>
  // One transaction, so that all reads start together and see the same moment.
  db.transaction('r', [db.outbox, db.giveBack, db.documentQueue, db.state], async (): Promise<OutboxView> => {
    const [rows, toReplay, documents, state] = await Promise.all([
      db.outbox.orderBy('position').toArray(),
      db.giveBack.count(),
      readDocumentCounts(db),
      readSyncState(db),
    ])
    return {
      waiting: rows.filter((row) => row.state === 'waiting'),
      attention: rows.filter((row) => row.state === 'attention'),
      toReplay,
      documents,
      state,
    }
  }),
)

/** Returns what is waiting, what needs the user, and when everything was last in sync. */
export const useOutbox = (): OutboxView | undefined => useSharedOutbox(useSession().db, (outbox) => outbox)

/** Returns what a part of the page needs of that: a number, a text or a truth value. It is drawn anew only when this changes. */
export const useOfOutbox = <S extends number | string | boolean | null>(
  select: (outbox: OutboxView) => S,
): S | undefined => useSharedOutbox(useSession().db, select)
