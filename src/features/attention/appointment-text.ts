import type { Command } from '#domain/commands/command.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate, formatTime12 } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import type { AppointmentMoment, RemindBefore } from '#domain/records/appointment.ts'
import { LEAD_LABELS } from '#domain/records/lead-labels.ts'

/** A write about an appointment. */
export type AppointmentCommand = Extract<Command, { name: `appointment.${string}` }>

export const isAppointmentCommand = (command: Command): command is AppointmentCommand =>
  command.name.startsWith('appointment.')

const UNKNOWN = msg('An appointment')

/** Returns the doctor a write is about. */
export function appointmentSubject(command: AppointmentCommand, nameOf: (id: string) => string | null): string {
  const name = nameOf(command.args.id)
  if (command.name === 'appointment.add') return command.args.doctorName
  if (command.name === 'appointment.edit') return name ?? command.args.changes.doctorName ?? t(UNKNOWN)
  return name ?? t(UNKNOWN)
}

/** Returns `Nov 20, 2026 at 2:30 PM`. */
export const appointmentMoment = ({ appointmentDate, appointmentTime }: AppointmentMoment): string =>
  t('{date} at {time}', { date: formatDate(appointmentDate), time: formatTime12(appointmentTime) })

/** Returns an appointment in one line, for comparing two. */
export const appointmentInOneLine = (
  appointment: AppointmentMoment & { specialty: string; location: string },
): string => inRow([appointmentMoment(appointment), appointment.specialty, appointment.location])

const EDITS = {
  doctorName: msg('new doctor'),
  specialty: msg('new specialty'),
  location: msg('new location'),
  notes: msg('new notes'),
  phoneNumber: msg('new phone number'),
  when: msg('moved', 'said of an appointment'),
  remindBefore: msg('new reminders'),
}

/** Returns the line for a waiting write: "Dr. Lee, moved". */
export function appointmentCommandText(command: AppointmentCommand, name: string): string {
  switch (command.name) {
    case 'appointment.add':
      return t('{name} added', { name })
    case 'appointment.edit': {
      const { changes } = command.args
      const fields = (Object.keys(EDITS) as (keyof typeof EDITS)[]).filter((field) => changes[field] !== undefined)
      return inRow([name, inRow(fields.map((field) => t(EDITS[field]))) || t('edited')])
    }
    case 'appointment.complete':
      return t('{name} completed', { name })
    case 'appointment.delete':
      return t('{name} deleted', { name })
  }
}

const LABELS = {
  doctorName: msg('Doctor'),
  specialty: msg('Specialty'),
  location: msg('Location'),
  notes: msg('Notes'),
  phoneNumber: msg('Phone'),
} as const

/** Returns everything the user entered, line by line. */
export function appointmentLines(command: AppointmentCommand): string[] {
  switch (command.name) {
    case 'appointment.add':
      return [
        appointmentInOneLine(command.args),
        command.args.phoneNumber,
        command.args.notes,
        ...(command.args.remindBefore.length > 0 ? [remindersLine(command.args.remindBefore)] : []),
      ].filter((line) => line !== '')
    case 'appointment.edit': {
      const { when, remindBefore, ...texts } = command.args.changes
      const lines = (Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((field) => {
        const text = texts[field]
        return text === undefined ? [] : [`${t(LABELS[field])}: ${text || t('empty')}`]
      })
      if (when) lines.push(t('When: {moment}', { moment: appointmentMoment(when) }))
      if (remindBefore) lines.push(remindersLine(remindBefore))
      return lines
    }
    case 'appointment.complete':
      return [t('You marked it as complete.')]
    case 'appointment.delete':
      return [t('You deleted it.')]
  }
}

const remindersLine = (remindBefore: readonly RemindBefore[]): string =>
  remindBefore.length === 0
    ? t('Reminders: none')
    : t('Reminders: {leads}', { leads: inRow(remindBefore.map((minutes) => t(LEAD_LABELS[minutes]))) })
