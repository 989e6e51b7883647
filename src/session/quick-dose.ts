import { useMemo, useState } from 'react'
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
  // Outlives the actions: the session, and they with it, are new whenever a sync ends otherwise than the last.
  const [busy] = useState(() => new Set<string>())
  return useMemo(() => quickDoseOf(db, actions, busy), [db, actions, busy])
}

/** @param busy the doses that a press is being written for, by slot, beside the plan by event */
export function quickDoseOf(db: DosewellDatabase, actions: DoseActions, busy: Set<string>): QuickDose {
  // The screen follows a few milliseconds after the write: what it still offers is checked against the log, one press per dose
  // at a time. A press on another dose meanwhile is its own.
  const once = async <T>(things: readonly [string, T][], work: (free: T[]) => Promise<unknown>): Promise<void> => {
    const free = things.filter(([key]) => !busy.has(key))
    for (const [key] of free) busy.add(key)
    try {
      if (free.length > 0) await work(free.map(([, thing]) => thing))
    } finally {
      for (const [key] of free) busy.delete(key)
    }
  }
  const onOpen = (views: readonly SlotView[], act: (open: SlotView[]) => Promise<unknown>) =>
    once(
      views.map((view) => [view.slot.id, view]),
      async (free) => {
        const settled = await Promise.all(free.map((view) => isSettledNow(db, view)))
        const open = free.filter((_, index) => !settled[index])
        if (open.length > 0) await act(open)
      },
    )

  return {
    take: (views, moment) => onOpen(views, (open) => actions.take(open, moment)),
    skip: (views) => onOpen(views, (open) => actions.skip(open)),
    snooze: (views, minutes) => onOpen(views, (open) => actions.snooze(open, minutes)),
    undo: (events) =>
      once(
        events.map((event) => [event.slotId ?? event.id, event]),
        actions.undo,
      ),
  }
}

async function isSettledNow(db: DosewellDatabase, view: SlotView): Promise<boolean> {
  const { kind } = foldSlot(await readSlotEvents(db, view.slot))
  return kind === 'taken' || kind === 'skipped'
}
