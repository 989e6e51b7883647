import { type Command, isAddition, isOfLog } from '#domain/commands/command.ts'
import { amountText } from '#domain/doses/dose-text.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { contactText, type Emergency } from '#domain/records/emergency-card.ts'
import type { WriteRefusal } from '#src/sync/ports.ts'
import { appointmentLines, isAppointmentCommand } from './appointment-text.ts'
import { doseText, inOneLine, momentText, subjectOf, supplyLine, type WordContext } from './command-text.ts'

/**
 * A way to resolve a refused write.
 * - `keep`: send it again although there is a twin
 * - `keep-new`: add it under a new id, with its doses
 * - `edit`: open the form with everything typed
 * - `restore`: add the deleted or completed record again, as a new one, with what was entered for it
 * - `retry`: send it again unchanged
 * - `upgrade`: see the plans; after that `retry` succeeds
 * - `discard`: give it up
 */
export type WayOut = 'keep' | 'keep-new' | 'edit' | 'restore' | 'retry' | 'upgrade' | 'discard'

export interface AttentionText {
  title: string
  sentence: string
  /** What the user entered, line by line. */
  entered: string[]
  /** The best one first. */
  waysOut: WayOut[]
}

/**
 * Returns what happened to a refused write, in plain words, and what the user can do. `command` is null if this version
 * cannot read it.
 */
export function attentionText(
  command: Command | null,
  refusal: WriteRefusal | null,
  context: WordContext,
): AttentionText {
  if (!command) return unreadable(refusal)
  const entered = enteredLines(command, context)
  const name = subjectOf(command, context)
  switch (refusal?.code) {
    case 'duplicate':
      return duplicate(command, name, entered)
    case 'appointment_completed':
      return completed(name, entered)
    case 'medication_gone':
    case 'appointment_gone':
    case 'not_found':
      return gone(command, name, entered, refusal)
    default:
      return refused(command, name, entered, refusal)
  }
}

const unreadable = (refusal: WriteRefusal | null): AttentionText => ({
  title: t('A change of another version of Dosewell'),
  sentence: refusal?.error ?? t('This version can’t read it. It stays here until you decide.'),
  entered: [],
  waysOut: ['discard'],
})

const completed = (name: string, entered: string[]): AttentionText => ({
  title: t('{name} is completed', { name }),
  sentence: t('It was marked as complete elsewhere, so it can no longer be changed. Your change is saved here.'),
  entered,
  waysOut: ['restore', 'discard'],
})

function duplicate(command: Command, name: string, entered: string[]): AttentionText {
  if (isAddition(command)) {
    return {
      title: t('{name} is there twice', { name }),
      sentence: t('You added it on this device while it was added elsewhere too. Nothing is lost.'),
      entered,
      waysOut: ['keep', 'edit', 'discard'],
    }
  }
  return {
    title: t('{name} would be there twice', { name }),
    sentence: isAppointmentCommand(command)
      ? t('Another appointment with this doctor is already at that date and time. Your change is saved here.')
      : t('Another medication already has this name and dosage. Your change is saved here.'),
    entered,
    waysOut: ['edit', 'discard'],
  }
}

function gone(command: Command, name: string, entered: string[], refusal: WriteRefusal): AttentionText {
  if (isOfLog(command) && command.args.kind === 'undone') {
    return {
      title: t('{name}: nothing to undo', { name }),
      sentence: t('The entry you took back is no longer there.'),
      entered,
      waysOut: ['discard'],
    }
  }
  if (isOfLog(command)) {
    return {
      title: t('{name} was deleted on another device', { name }),
      sentence: t('What you entered for it here is saved. Add the medication again, or discard the entry.'),
      entered,
      waysOut: ['restore', 'discard'],
    }
  }
  if (isAddition(command)) return refused(command, name, entered, refusal)
  if (command.name === 'medication.edit' || command.name === 'appointment.edit') {
    return {
      title: t('{name} was deleted on another device', { name }),
      sentence: isAppointmentCommand(command)
        ? t('What you changed here is saved. Add the appointment again with it, or discard the change.')
        : t('What you changed here is saved. Add the medication again with it, or discard the change.'),
      entered,
      waysOut: ['restore', 'discard'],
    }
  }
  return {
    title: t('{name} was deleted on another device', { name }),
    sentence: t('So this change can no longer be made.'),
    entered,
    waysOut: ['discard'],
  }
}

function refused(command: Command, name: string, entered: string[], refusal: WriteRefusal | null): AttentionText {
  return {
    title: isOfLog(command) ? t('{name} was not logged', { name }) : t('{name} was not saved', { name }),
    sentence: refusal?.error ?? t('The server did not accept it.'),
    entered,
    waysOut: waysOutOf(command, refusal?.code ?? null),
  }
}

function waysOutOf(command: Command, code: WriteRefusal['code']): WayOut[] {
  if (code === 'premium_required') return ['upgrade', ...waysOutOf(command, null)]
  if (isAddition(command) && code === 'id_conflict') return ['keep-new', 'discard']
  const form = isAddition(command) || command.name === 'medication.edit' || command.name === 'appointment.edit'
  return form ? ['edit', 'retry', 'discard'] : ['retry', 'discard']
}

const LABELS = {
  name: msg('Name'),
  dosage: msg('Dosage'),
  frequency: msg('Frequency'),
  instructions: msg('Instructions'),
}

/** Returns everything the user entered, so that nothing is lost with the form that held it. */
function enteredLines(command: Command, context: WordContext): string[] {
  if (isAppointmentCommand(command)) return appointmentLines(command)
  switch (command.name) {
    case 'medication.add':
      return [inOneLine(command.args), command.args.frequency, command.args.instructions].filter(isSaid)
    case 'medication.edit': {
      const { plan, ...texts } = command.args.changes
      const lines = (Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((field) => {
        const text = texts[field]
        return text === undefined ? [] : [`${t(LABELS[field])}: ${text || t('empty')}`]
      })
      return plan ? [...lines, t('Times: {times}', { times: inOneLine({ dosage: '', ...plan }) })] : lines
    }
    case 'medication.stop':
      return [command.args.stoppedAt === null ? t('You let it go on.') : t('You stopped it.')]
    case 'medication.delete':
      return [t('You deleted it.')]
    case 'dose.record': {
      const { note } = command.args
      return [doseText(command.args, context), amountText(command.args) ?? '', note ? `“${note}”` : ''].filter(isSaid)
    }
    case 'supply.record': {
      const { at, note } = command.args
      const line = supplyLine(command.args, momentText(at, context))
      return [line, note ? `“${note}”` : ''].filter(isSaid)
    }
    case 'profile.edit': {
      const { firstName, lastName, timeZone, emergency } = command.args
      const said = [
        [t('First name'), firstName],
        [t('Last name'), lastName],
        [t('Time zone'), timeZone],
      ]
      const card = emergency && linesOfCard(emergency)
      return [
        ...said.flatMap(([what, text]) => (text === undefined ? [] : [`${what}: ${text || t('empty')}`])),
        ...(card ?? []),
      ]
    }
  }
}

const isSaid = (line: string): boolean => line !== ''

/** Returns what was typed for the emergency card, for a user whose change was refused. */
const linesOfCard = ({ allergies, conditions, bloodGroup, contacts, note }: Emergency): string[] =>
  [
    allergies && t('Allergies: {allergies}', { allergies }),
    conditions && t('Conditions: {conditions}', { conditions }),
    bloodGroup === null ? '' : t('Blood group {group}', { group: bloodGroup }),
    ...contacts.map(contactText),
    note,
  ].filter(isSaid)
