import type { SlotView } from '#domain/doses/dose-views.ts'
import { isOpen } from '#domain/doses/slot-state.ts'
import { msOf } from '#domain/lib/instant.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'

export type ReminderItem = { kind: 'slot'; view: SlotView } | { kind: 'extra'; event: DoseEvent }

export interface ReminderSections {
  /** Due, then late, then snoozed. */
  now: SlotView[]
  later: SlotView[]
  /** Missed, settled and extra doses, newest first. */
  earlier: ReminderItem[]
  /** Those that were never logged. */
  missed: SlotView[]
}

const OPEN_ORDER = ['due', 'late', 'snoozed']

/** Returns the day of /reminders in its three parts. */
export function reminderSections(slots: readonly SlotView[], extras: readonly DoseEvent[]): ReminderSections {
  const open = slots.filter(({ state }) => isOpen(state))
  const later = slots.filter(({ state }) => state === 'upcoming')
  const rest = slots.filter(({ state }) => !isOpen(state) && state !== 'upcoming')
  const earlier: ReminderItem[] = [
    ...rest.map((view) => ({ kind: 'slot' as const, view })),
    ...extras.map((event) => ({ kind: 'extra' as const, event })),
  ]
  return {
    now: open.sort((a, b) => OPEN_ORDER.indexOf(a.state) - OPEN_ORDER.indexOf(b.state) || b.slot.at - a.slot.at),
    later: later.sort((a, b) => a.slot.at - b.slot.at),
    earlier: earlier.sort((a, b) => momentOf(b) - momentOf(a)),
    missed: rest.filter(({ state }) => state === 'missed').sort((a, b) => a.slot.at - b.slot.at),
  }
}

const momentOf = (item: ReminderItem): number => (item.kind === 'slot' ? item.view.slot.at : msOf(item.event.at))
