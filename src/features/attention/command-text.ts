import type { Command } from '#domain/commands/command.ts'
import { amountText } from '#domain/lib/amount.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { formatMonthDay, formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import { capitalised, listed, uncapitalised } from '#domain/lib/text.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import { daysText } from '#domain/schedule/days-text.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { hasReminderTimes } from '#domain/schedule/schedule.ts'
import { appointmentCommandText, appointmentSubject, isAppointmentCommand } from './appointment-text.ts'

/** What the texts need besides the write. */
export interface WordContext {
  /** The plan zone. */
  zone: string
  /** Today in the plan zone. */
  today: LocalDate
  /** Returns a medication's name or an appointment's doctor, if it is still in the list. */
  nameOf(id: string): string | null
}

const UNKNOWN = 'A medication'

/** Returns the medicine or doctor a write is about, or which of the user's own details. */
export function subjectOf(command: Command, { nameOf }: Pick<WordContext, 'nameOf'>): string {
  if (isAppointmentCommand(command)) return appointmentSubject(command, nameOf)
  switch (command.name) {
    case 'medication.add':
      return command.args.name
    case 'medication.edit':
      return nameOf(command.args.id) ?? command.args.changes.name ?? UNKNOWN
    case 'medication.stop':
    case 'medication.delete':
      return nameOf(command.args.id) ?? UNKNOWN
    case 'dose.record':
      return command.args.snapshot.name
    case 'supply.record':
      return nameOf(command.args.medicationId) ?? UNKNOWN
    case 'profile.edit':
      return command.args.timeZone === undefined ? 'Your name' : 'Your time zone'
  }
}

/** Returns the line for a waiting write: "Apixaban taken", "Metformin XR, new times". */
export function commandText(command: Command, context: Pick<WordContext, 'nameOf'>): string {
  const name = subjectOf(command, context)
  if (isAppointmentCommand(command)) return appointmentCommandText(command, name)
  switch (command.name) {
    case 'medication.add':
      return `${name} added`
    case 'medication.edit':
      return `${name}, ${editText(command.args.changes)}`
    case 'medication.stop':
      return command.args.stoppedAt === null ? `${name} goes on` : `${name} stopped`
    case 'medication.delete':
      return `${name} deleted`
    case 'dose.record':
      return `${name} ${deedOf(command.args)}`
    case 'supply.record':
      return `${name}, ${supplyText(command.args)}`
    case 'profile.edit':
      return `${name} changed`
  }
}

/** Returns what was done with a dose: `taken`, `moved to 11:00 AM`. */
const deedOf = ({ kind, movedTo }: (Command & { name: 'dose.record' })['args']): string =>
  movedTo === undefined ? kind : `moved to ${formatTime12(movedTo)}`

const EDITS = {
  name: 'new name',
  dosage: 'new dosage',
  frequency: 'new frequency',
  instructions: 'new instructions',
}

const OTHERS = {
  barcodes: 'other barcodes',
  limits: 'other limits',
  notices: 'other extra notices',
  strength: 'another strength',
  look: 'another picture',
  supply: 'new supply details',
}

function editText(changes: (Command & { name: 'medication.edit' })['args']['changes']): string {
  const texts = (Object.keys(EDITS) as (keyof typeof EDITS)[]).filter((field) => changes[field] !== undefined)
  const mark = changes.important === undefined ? [] : [changes.important ? 'important' : 'not important any more']
  const plan = changes.plan ? ['new times'] : []
  const others = (Object.keys(OTHERS) as (keyof typeof OTHERS)[]).filter((field) => changes[field] !== undefined)
  const photo = changes.photo === undefined ? [] : [changes.photo === null ? 'photo removed' : 'photo changed']
  const said = [
    ...texts.map((field) => EDITS[field]),
    ...plan,
    ...mark,
    ...others.map((field) => OTHERS[field]),
    ...photo,
  ]
  return said.join(', ') || 'edited'
}

/** Returns what a supply event says, without its unit, which belongs to the plan: `28 added`, `counted: 12 left`. */
export function supplyText({ kind, amount }: SupplyEvent): string {
  const number = amount === null ? '' : amountText(amount)
  switch (kind) {
    case 'added':
      return `${number} added`
    case 'counted':
      return `counted: ${number} left`
    case 'discarded':
      return `${number} discarded`
    case 'undone':
      return 'supply entry undone'
  }
}

/** Returns `6:05 PM` today, `Nov 19, 6:05 PM` on another day. */
export function momentText(instant: Instant, { zone, today }: Pick<WordContext, 'zone' | 'today'>): string {
  const { date, time } = localAt(msOf(instant), zone)
  return date === today ? formatTime12(time) : `${formatMonthDay(date)}, ${formatTime12(time)}`
}

/** Returns what a logged dose says: "Taken Nov 19, 6:05 PM, for 6:00 PM". */
export function doseText(
  dose: (Command & { name: 'dose.record' })['args'],
  context: Pick<WordContext, 'zone' | 'today'>,
): string {
  const planned = dose.snapshot.time === null ? '' : `, planned for ${formatTime12(dose.snapshot.time)}`
  const deed = capitalised(deedOf(dose))
  return dose.movedTo === undefined ? `${deed} ${momentText(dose.at, context)}${planned}` : `${deed}${planned}`
}

/** Returns `5 mg, 8:00 AM and 6:00 PM`: a medication in one line, for comparing two. */
export function inOneLine({ dosage, reminderTimes, schedule }: { dosage: string } & Plan): string {
  const times = listed(reminderTimes.map(formatTime12))
  const own = hasReminderTimes(schedule) ? times : uncapitalised(daysText(schedule) ?? '')
  const when = schedule.kind === 'as-needed' ? 'only when needed' : own
  return [dosage, when].filter((part) => part !== '').join(', ') || 'No dosage'
}
