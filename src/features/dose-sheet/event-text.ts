import { deviceText } from '#domain/doses/device-text.ts'
import { amountText, momentText, spanText } from '#domain/doses/dose-text.ts'
import { settles, standingEvents } from '#domain/doses/slot-outcome.ts'
import { isCalledBack, restsUntilOpened } from '#domain/doses/snooze.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { inSentences } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
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
    return { event, stands, title: stands ? title : t('{event}, undone', { event: title }), sub: subOf(event, context) }
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
      return t('Taken at {time}', { time: clock(event.at, context) })
    case 'skipped':
      return t('Skipped at {time}', { time: clock(event.at, context) })
    case 'snoozed':
      if (event.movedTo !== undefined) return t('Moved to {time}', { time: formatTime12(event.movedTo) })
      if (isCalledBack(event)) return t('Reminder called back')
      if (restsUntilOpened(event)) return t('Snoozed until you open the app')
      if (event.until === null) return t('Snoozed')
      return t('Snoozed for {span}', { span: spanText(msOf(event.until) - msOf(event.loggedAt)) })
    case 'undone':
      if (undone?.movedTo !== undefined) return t('Undone: moved to {time}', { time: formatTime12(undone.movedTo) })
      return undone ? t(UNDONE[undone.kind], { time: clock(undone.at, context) }) : t('Undone')
  }
}

const UNDONE = {
  taken: msg('Undone: taken at {time}'),
  skipped: msg('Undone: skipped at {time}'),
  snoozed: msg('Undone: snoozed at {time}'),
  undone: msg('Undone: the undo of {time}'),
} satisfies Record<DoseEvent['kind'], Message>

function subOf(event: DoseEvent, context: Context): string {
  const values = { time: clock(event.loggedAt, context), where: deviceText(event, context.device) }
  if (!settles(event)) return t('{time} {where}', values)
  const note = event.note && t('“{note}”', { note: event.note })
  return inSentences([amountText(event), note, t('Logged {time} {where}', values)])
}
