import type { SlotView } from '#domain/doses/dose-views.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import { readSlotView } from '#src/data/slot-read.ts'
import { useSession } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { useNow } from '#src/session/use-now.ts'

/**
 * Returns the dose of a slot, on any day; null if nothing knows it any more, undefined until local storage has been
 * read.
 */
export function useSlot(slotId: SlotId): SlotView | null | undefined {
  const { db, zone } = useSession()
  const now = useNow()
  return useLiveQuery(() => readSlotView(db, slotId, zone, now), [db, slotId, zone, now])
}
