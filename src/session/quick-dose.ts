import { useMemo } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { foldSlot } from '#domain/doses/slot-outcome.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import type { DoseMoment } from '#src/data/dose-commands.ts'
import { readSlotEvents } from '#src/data/reads.ts'
import { type DoseActions, useDoseActions } from './dose-actions.ts'
import { useSession } from './session.ts'

/** The buttons of a due dose: one press logs, a second press of an impatient finger does not log again. */
export interface QuickDose {
  take(views: readonly SlotView[], moment?: DoseMoment): Promise<void>
  skip(views: readonly SlotView[]): Promise<void>
  snooze(views: readonly SlotView[], minutes: number): Promise<void>
  undo(events: readonly DoseEvent[]): Promise<void>
}

export function useQuickDose(): QuickDose {
  const { db } = useSession()
  const actions = useDoseActions()
  return useMemo(() => quickDoseOf(db, actions), [db, actions])
}

function quickDoseOf(db: DosewellDatabase, actions: DoseActions): QuickDose {
  const unsettled = async (views: readonly SlotView[]): Promise<SlotView[]> => {
    const settled = await Promise.all(views.map((view) => isSettledNow(db, view)))
    return views.filter((_, index) => !settled[index])
  }
  // The screen follows a few milliseconds after the write: what it still offers is checked against the log, one press at a time.
  let busy = false
  const once = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy) return
    busy = true
    try {
      await work()
    } finally {
      busy = false
    }
  }
  const onOpen = (views: readonly SlotView[], act: (open: SlotView[]) => Promise<unknown>) =>
    once(async () => {
      const open = await unsettled(views)
      if (open.length > 0) await act(open)
    })

  return {
    take: (views, moment) => onOpen(views, (open) => actions.take(open, moment)),
    skip: (views) => onOpen(views, (open) => actions.skip(open)),
    snooze: (views, minutes) => onOpen(views, (open) => actions.snooze(open, minutes)),
    undo: (events) => once(() => actions.undo(events)),
  }
}

async function isSettledNow(db: DosewellDatabase, view: SlotView): Promise<boolean> {
  const { kind } = foldSlot(await readSlotEvents(db, view.slot))
  return kind === 'taken' || kind === 'skipped'
}
