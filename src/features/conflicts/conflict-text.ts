import { deviceText } from '#domain/doses/device-text.ts'
import { momentText } from '#domain/doses/dose-text.ts'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import { byMoment } from '#domain/doses/slot-outcome.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { formatMonthDay, formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Device } from '#src/data/device-store.ts'
import type { ConflictAnswer } from './conflict-answers.ts'

interface Context {
  /** Today in the plan zone. */
  today: LocalDate
  zone: string
  device: Device
}

export interface ConflictText {
  title: string
  /** The planned dose: `8:00 AM dose`, `8:00 AM dose of Nov 18`. */
  slot: string
  /** Who logged what, earliest first. */
  entries: { event: DoseEvent; words: string }[]
  question: string
  answers: Partial<Record<ConflictAnswer, string>>
}

const nameOf = ({ taken: [first] }: SlotConflict): string => first?.snapshot.name ?? ''

/** Describes a slot that several devices logged. Says who logged what and when, without blame. */
export function conflictText(conflict: SlotConflict, { today, zone, device }: Context): ConflictText {
  const { kind, taken, skipped } = conflict
  const name = nameOf(conflict)
  const count = taken.length
  const entries = [...taken, ...skipped].sort(byMoment).map((event) => ({
    event,
    words: entryText(event.kind, { time: clock(event, conflict, zone), where: deviceText(event, device) }),
  }))
  const shared = { slot: slotText(conflict, today), entries }
  return kind === 'twice'
    ? {
        ...shared,
        title: t('{count, plural, =2 {{medicine} was logged twice} other {{medicine} was logged # times}}', {
          medicine: name,
          count,
        }),
        question: t('{count, plural, =2 {One dose or two?} other {One dose or #?}}', { count }),
        answers: {
          one: t('It was one dose'),
          all: t('{count, plural, =2 {I took two doses} other {I took # doses}}', { count }),
        },
      }
    : {
        ...shared,
        title: t('{medicine} was logged as taken and as skipped', { medicine: name }),
        question: t('Which one holds?'),
        answers: { taken: t('It was taken'), skipped: t('It was skipped') },
      }
}

const entryText = (kind: DoseEvent['kind'], entry: { time: string; where: string }): string =>
  kind === 'taken' ? t('Taken at {time} {where}', entry) : t('Skipped at {time} {where}', entry)

/** Returns the date and time of the dose as its row has them, of several names those of the entry that counts. */
const slotOf = ({ taken: [first] }: SlotConflict): Partial<DoseEvent['snapshot']> => first?.snapshot ?? {}

function clock(event: DoseEvent, conflict: SlotConflict, zone: string): string {
  const { date } = slotOf(conflict)
  return date ? momentText(msOf(event.at), date, zone) : ''
}

function slotText(conflict: SlotConflict, today: LocalDate): string {
  const { date, time } = slotOf(conflict)
  if (!date || !time) return ''
  return date === today
    ? t('{time} dose', { time: formatTime12(time) })
    : t('{time} dose of {date}', { time: formatTime12(time), date: formatMonthDay(date) })
}

/** Returns what an answer did, for its toast. */
export function answeredText(conflict: SlotConflict, answer: ConflictAnswer): string {
  const medicine = nameOf(conflict)
  switch (answer) {
    case 'one':
      return t('{medicine} counts as one dose', { medicine })
    case 'all':
      return t('{count, plural, =2 {{medicine} counts as two doses} other {{medicine} counts as # doses}}', {
        medicine,
        count: conflict.taken.length,
      })
    default:
      return t('{answer, select, taken {{medicine} stays as taken} other {{medicine} stays as skipped}}', {
        medicine,
        answer,
      })
  }
}
