import { deviceText } from '#domain/doses/device-text.ts'
import { amountText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { settlingEvents } from '#domain/doses/slot-outcome.ts'
import type { DoseState } from '#domain/doses/slot-state.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { formatMonthDay, formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Device } from '#src/data/device-store.ts'

export interface WhereWeAre {
  zone: string
  device: Device
}

export const STATE_LABELS: Record<DoseState, Message> = {
  upcoming: msg('Upcoming'),
  due: msg('Due now'),
  late: msg('Late'),
  snoozed: msg('Snoozed'),
  taken: msg('Taken'),
  skipped: msg('Skipped'),
  missed: msg('Missed'),
}

/** Returns the time of an event, with its date if that is not the day it is listed under. */
export function clockText(event: DoseEvent, listedOn: LocalDate, zone: string): string {
  const { date, time } = localAt(msOf(event.at), zone)
  const clock = formatTime12(time)
  return date === listedOn ? clock : t('{date}, {time}', { date: formatMonthDay(date), time: clock })
}

/** Returns `8:02 AM on this phone, 2 tablets`: one logged event in a line. */
export function eventText(event: DoseEvent, listedOn: LocalDate, where: WhereWeAre): string {
  const when = t('{time} {where}', {
    time: clockText(event, listedOn, where.zone),
    where: deviceText(event, where.device),
  })
  return inRow([when, amountText(event)])
}

/**
 * Returns what the log says about a slot, line by line; several entries are all shown, never merged (docs/records.md).
 */
export function slotLines(view: SlotView, where: WhereWeAre): string[] {
  const { outcome, slot } = view
  switch (outcome.kind) {
    case 'taken':
    case 'skipped':
      return settlingEvents(view.events).map((event) => {
        const when = eventText(event, slot.date, where)
        return event.kind === 'taken' ? t('Taken {when}', { when }) : t('Skipped {when}', { when })
      })
    case 'snoozed':
      return view.state === 'snoozed'
        ? [t('Snoozed to {time}', { time: formatTime12(localAt(view.ringStart, where.zone).time) })]
        : []
    case 'open':
      return []
  }
}

/** Returns the notes on entries that stand. */
export function notesOf(view: SlotView): string[] {
  const { outcome } = view
  if (outcome.kind === 'open') return []
  const events = outcome.kind === 'taken' ? outcome.events : [outcome.event]
  return events.flatMap(({ note }) => (note ? [note] : []))
}
