import { deviceText } from '#domain/doses/device-text.ts'
import { momentText } from '#domain/doses/dose-text.ts'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import { byMoment } from '#domain/doses/slot-outcome.ts'
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
  const many = taken.length === 2 ? 'two' : String(taken.length)
  const entries = [...taken, ...skipped].sort(byMoment).map((event) => ({
    event,
    words: `${event.kind === 'taken' ? 'Taken' : 'Skipped'} at ${clock(event, zone)} ${deviceText(event, device)}`,
  }))
  const shared = { slot: slotText(conflict, today), entries }
  return kind === 'twice'
    ? {
        ...shared,
        title: `${name} was logged ${taken.length === 2 ? 'twice' : `${many} times`}`,
        question: `One dose or ${many}?`,
        answers: { one: 'It was one dose', all: `I took ${many} doses` },
      }
    : {
        ...shared,
        title: `${name} was logged as taken and as skipped`,
        question: 'Which one holds?',
        answers: { taken: 'It was taken', skipped: 'It was skipped' },
      }
}

function clock(event: DoseEvent, zone: string): string {
  const { date } = event.snapshot
  return date === null ? '' : momentText(msOf(event.at), date, zone)
}

function slotText({ taken: [first] }: SlotConflict, today: LocalDate): string {
  const { date, time } = first?.snapshot ?? {}
  if (!date || !time) return ''
  const dose = `${formatTime12(time)} dose`
  return date === today ? dose : `${dose} of ${formatMonthDay(date)}`
}

/** Returns what an answer did, for its toast. */
export function answeredText(conflict: SlotConflict, answer: ConflictAnswer): string {
  const name = nameOf(conflict)
  switch (answer) {
    case 'one':
      return `${name} counts as one dose`
    case 'all':
      return `${name} counts as ${conflict.taken.length === 2 ? 'two' : conflict.taken.length} doses`
    default:
      return `${name} stays as ${answer}`
  }
}
