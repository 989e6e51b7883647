import { useMemo } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { UNTIL_OPENED } from '#domain/doses/dose-words.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { DoseDetails, DoseMoment } from '#src/data/dose-commands.ts'
import { toast } from '#src/ui/toast-store.ts'
import { type Commands, type NotSaved, type SaveResult, useCommands } from './commands.ts'
import { useSession } from './session.ts'

/** Logging with its words: one toast with Undo, which is also what a screen reader hears. True when it was saved. */
export interface DoseActions {
  take(views: readonly SlotView[], moment?: DoseMoment): Promise<boolean>
  skip(views: readonly SlotView[], details?: DoseDetails): Promise<boolean>
  snooze(views: readonly SlotView[], minutes: number): Promise<boolean>
  takeExtra(medication: Pick<Medication, 'id' | 'name' | 'dosage'>, details?: DoseDetails): Promise<boolean>
  undo(events: readonly DoseEvent[]): Promise<boolean>
}

export function useDoseActions(): DoseActions {
  const commands = useCommands()
  const { zone } = useSession()
  return useMemo(() => actionsOf(commands, zone), [commands, zone])
}

function actionsOf(commands: Commands, zone: string): DoseActions {
  const clock = (instant: number) => formatTime12(localAt(instant, zone).time)
  const undo = async (events: readonly DoseEvent[]) => {
    const undone = await commands.undo(events)
    if (!undone.ok) return notSaved(undone.error)
    // A dose beside the plan has no reminder that could come back.
    const planned = events.some((event) => event.slotId !== null)
    toast({ title: 'Undone', description: planned ? 'The reminder is back as it was.' : undefined })
    return true
  }
  const say = (saved: SaveResult<{ keys: string[]; events: DoseEvent[] }>, sentence: string): boolean => {
    if (!saved.ok) return notSaved(saved.error)
    toast({
      title: sentence,
      action: { label: 'Undo', run: () => void undo(saved.value.events) },
    })
    return true
  }
  const momentOf = (details?: DoseDetails) => clock(details?.at ? Date.parse(details.at) : Date.now())

  return {
    take: async (views, moment) =>
      say(
        await commands.take(views, moment),
        `${subject(views)} taken ${moment === 'as planned' ? moment : `at ${momentOf(moment)}`}`,
      ),
    skip: async (views, details) => say(await commands.skip(views, details), `${subject(views)} skipped`),
    snooze: async (views, minutes) =>
      say(
        await commands.snooze(views, minutes),
        `${subject(views)} snoozed ${minutes > 60 ? UNTIL_OPENED : `to ${clock(Date.now() + minutes * 60_000)}`}`,
      ),
    takeExtra: async (medication, details) =>
      say(await commands.takeExtra(medication, details), `${medication.name} taken at ${momentOf(details)}`),
    undo,
  }
}

const subject = (views: readonly SlotView[]): string =>
  views.length === 1 ? (views[0]?.name ?? '') : `${views.length} doses`

function notSaved(refusal: NotSaved): false {
  toast({ title: 'Error', description: refusal.error, tone: 'destructive' })
  return false
}
