import type { Command } from '#domain/commands/command.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { amountText } from '#domain/lib/amount.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { formatMonthDay, formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import { inRow, listed } from '#domain/lib/text.ts'
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

const UNKNOWN = msg('A medication')

/** Returns the medicine or doctor a write is about, or which of the user's own details. */
export function subjectOf(command: Command, { nameOf }: Pick<WordContext, 'nameOf'>): string {
  if (isAppointmentCommand(command)) return appointmentSubject(command, nameOf)
  switch (command.name) {
    case 'medication.add':
      return command.args.name
    case 'medication.edit':
      return nameOf(command.args.id) ?? command.args.changes.name ?? t(UNKNOWN)
    case 'medication.stop':
    case 'medication.delete':
      return nameOf(command.args.id) ?? t(UNKNOWN)
    case 'dose.record':
      return command.args.snapshot.name
    case 'supply.record':
      return nameOf(command.args.medicationId) ?? t(UNKNOWN)
    case 'profile.edit':
      if (command.args.emergency !== undefined) return t('Your emergency card')
      return command.args.timeZone === undefined ? t('Your name') : t('Your time zone')
  }
}

/** Returns the line for a waiting write: "Apixaban taken", "Metformin XR, new times". */
export function commandText(command: Command, context: Pick<WordContext, 'nameOf'>): string {
  const name = subjectOf(command, context)
  if (isAppointmentCommand(command)) return appointmentCommandText(command, name)
  switch (command.name) {
    case 'medication.add':
      return t('{name} added', { name })
    case 'medication.edit':
      return inRow([name, editText(command.args.changes)])
    case 'medication.stop':
      return command.args.stoppedAt === null ? t('{name} goes on', { name }) : t('{name} stopped', { name })
    case 'medication.delete':
      return t('{name} deleted', { name })
    case 'dose.record':
      return deedText(name, command.args)
    case 'supply.record':
      return inRow([name, supplyText(command.args)])
    case 'profile.edit':
      return t('{name} changed', { name })
  }
}

type Dose = (Command & { name: 'dose.record' })['args']

/** Returns what was done with a dose: `Apixaban taken`, `Apixaban moved to 11:00 AM`. */
function deedText(medicine: string, { kind, movedTo }: Dose): string {
  if (movedTo !== undefined) return t('{medicine} moved to {time}', { medicine, time: formatTime12(movedTo) })
  return t(DEEDS[kind], { medicine })
}

const DEEDS = {
  taken: msg('{medicine} taken'),
  skipped: msg('{medicine} skipped'),
  snoozed: msg('{medicine} snoozed'),
  undone: msg('{medicine} undone'),
}

const EDITS = {
  name: msg('new name'),
  dosage: msg('new dosage'),
  frequency: msg('new frequency'),
  instructions: msg('new instructions'),
}

const OTHERS = {
  barcodes: msg('other barcodes'),
  limits: msg('other limits'),
  notices: msg('other extra notices'),
  strength: msg('another strength'),
  look: msg('another picture'),
  supply: msg('new supply details'),
}

function editText(changes: (Command & { name: 'medication.edit' })['args']['changes']): string {
  const texts = (Object.keys(EDITS) as (keyof typeof EDITS)[]).filter((field) => changes[field] !== undefined)
  const mark = changes.important === undefined ? [] : [changes.important ? t('important') : t('not important any more')]
  const plan = changes.plan ? [t('new times')] : []
  const others = (Object.keys(OTHERS) as (keyof typeof OTHERS)[]).filter((field) => changes[field] !== undefined)
  const photo = changes.photo === undefined ? [] : [changes.photo === null ? t('photo removed') : t('photo changed')]
  const said = [
    ...texts.map((field) => t(EDITS[field])),
    ...plan,
    ...mark,
    ...others.map((field) => t(OTHERS[field])),
    ...photo,
  ]
  return inRow(said) || t('edited')
}

/** Returns what a supply event says, without its unit, which belongs to the plan: `28 added`, `counted: 12 left`. */
export function supplyText({ kind, amount }: SupplyEvent): string {
  const number = amount === null ? '' : amountText(amount)
  switch (kind) {
    case 'added':
      return t('{number} added', { number })
    case 'counted':
      return t('counted: {number} left', { number })
    case 'discarded':
      return t('{number} discarded', { number })
    case 'undone':
      return t('supply entry undone')
  }
}

/** Returns the same as a line of its own: `28 added, Nov 19, 6:05 PM`. */
export const supplyLine = ({ kind, amount }: SupplyEvent, moment: string): string =>
  t(SUPPLY_LINES[kind], { number: amount === null ? '' : amountText(amount), moment })

const SUPPLY_LINES = {
  added: msg('{number} added, {moment}'),
  counted: msg('Counted: {number} left, {moment}'),
  discarded: msg('{number} discarded, {moment}'),
  undone: msg('Supply entry undone, {moment}'),
}

/** Returns `6:05 PM` today, `Nov 19, 6:05 PM` on another day. */
export function momentText(instant: Instant, { zone, today }: Pick<WordContext, 'zone' | 'today'>): string {
  const { date, time } = localAt(msOf(instant), zone)
  return date === today ? formatTime12(time) : inRow([formatMonthDay(date), formatTime12(time)])
}

const DONE = {
  taken: msg('Taken {moment}'),
  skipped: msg('Skipped {moment}'),
  snoozed: msg('Snoozed {moment}'),
  undone: msg('Undone {moment}'),
}

/** Returns what a logged dose says: "Taken Nov 19, 6:05 PM, for 6:00 PM". */
export function doseText(dose: Dose, context: Pick<WordContext, 'zone' | 'today'>): string {
  const { time } = dose.snapshot
  const said =
    dose.movedTo === undefined
      ? t(DONE[dose.kind], { moment: momentText(dose.at, context) })
      : t('Moved to {time}', { time: formatTime12(dose.movedTo) })
  return time === null ? said : t('{deed}, planned for {time}', { deed: said, time: formatTime12(time) })
}

/** Returns `5 mg, 8:00 AM and 6:00 PM`: a medication in one line, for comparing two. */
export function inOneLine({ dosage, reminderTimes, schedule }: { dosage: string } & Plan): string {
  const times = listed(reminderTimes.map(formatTime12))
  const own = hasReminderTimes(schedule) ? times : (daysText(schedule, [], 'within') ?? '')
  const when = schedule.kind === 'as-needed' ? t('only when needed') : own
  return inRow([dosage, when]) || t('No dosage')
}
