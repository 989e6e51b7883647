import { type Command, isAddition, isOfLog } from './command.ts'

/**
 * Returns the ids of records that must exist before the command. A command that refers to a refused one waits with it.
 */
export function referencesOf(command: Command): string[] {
  if (isAddition(command) || command.name === 'profile.edit') return []
  if (!isOfLog(command)) return [command.args.id]
  const { medicationId, undoes } = command.args
  return undoes === null ? [medicationId] : [medicationId, undoes]
}

/** Returns the id of the record that a command creates, or null. */
export const createdBy = (command: Command): string | null =>
  isAddition(command) || isOfLog(command) ? command.args.id : null
