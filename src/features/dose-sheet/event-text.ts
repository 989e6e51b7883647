import { deviceText } from '#domain/doses/device-text.ts'
import { amountText, momentText, spanText, UNTIL_OPENED } from '#domain/doses/dose-text.ts'
import { standingEvents } from '#domain/doses/slot-outcome.ts'
import { isCalledBack, restsUntilOpened } from '#domain/doses/snooze.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Device } from '#src/data/device-store.ts'

export interface EventLine {
  event: DoseEvent
  /** Not undone. */
  stands: boolean
  title: string
  sub: string
}

interface Context {
  /** The planned date: moments on other days show theirs. */
  date: LocalDate
  zone: string
  device: Device
}

/** Returns what happened to a slot, line by line, newest first. Undone events stay: nothing is ever erased. */
export function eventLines(events: readonly DoseEvent[], context: Context): EventLine[] {
  const byId = new Map(events.map((event) => [event.id, event]))
  const standing = new Set(standingEvents(events).map((event) => event.id))
  return [...events].sort(newestFirst).map((event) => {
    const undone = event.undoes === null ? undefined : byId.get(event.undoes)
    const stands = event.kind === 'undone' || standing.has(event.id)
    const title = titleOf(event, undone, context)
    return { event, stands, title: stands ? title : `${title}, undone`, sub: subOf(event, context) }
  })
}

/**
 * Sorts newest first. A correction undoes and logs again at the same instant: what it undid comes before what it
 * logged.
 */
function newestFirst(a: DoseEvent, b: DoseEvent): number {
  const undoFirst = Number(a.kind === 'undone') - Number(b.kind === 'undone')
  return msOf(b.loggedAt) - msOf(a.loggedAt) || undoFirst || (a.id < b.id ? 1 : -1)
}

const clock = (instant: Instant, { date, zone }: Context) => momentText(msOf(instant), date, zone)

function titleOf(event: DoseEvent, undone: DoseEvent | undefined, context: Context): string {
  switch (event.kind) {
    case 'taken':
      return `Taken at ${clock(event.at, context)}`
    case 'skipped':
      return `Skipped at ${clock(event.at, context)}`
    case 'snoozed':
      if (event.movedTo !== undefined) return `Moved to ${formatTime12(event.movedTo)}`
      if (isCalledBack(event)) return 'Reminder called back'
      if (restsUntilOpened(event)) return `Snoozed ${UNTIL_OPENED}`
      return event.until === null ? 'Snoozed' : `Snoozed for ${spanText(msOf(event.until) - msOf(event.loggedAt))}`
    case 'undone':
      if (undone?.movedTo !== undefined) return `Undone: moved to ${formatTime12(undone.movedTo)}`
      return undone ? `Undone: ${UNDONE[undone.kind](clock(undone.at, context))}` : 'Undone'
  }
}

const UNDONE: Record<DoseEvent['kind'], (time: string) => string> = {
  taken: (time) => `taken at ${time}`,
  skipped: (time) => `skipped at ${time}`,
  snoozed: (time) => `snoozed at ${time}`,
  undone: (time) => `the undo of ${time}`,
}

function subOf(event: DoseEvent, context: Context): string {
  const where = `${clock(event.loggedAt, context)} ${deviceText(event, context.device)}`
  if (event.kind !== 'taken' && event.kind !== 'skipped') return where
  return [amountText(event), event.note && `“${event.note}”`, `Logged ${where}`].filter(Boolean).join('. ')
}
