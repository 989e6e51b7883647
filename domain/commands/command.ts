import type * as z from 'zod/mini'
import type { ListName } from '../protocol/lists.ts'
import type { commandSchemas } from './command-schema.ts'

export type CommandName = keyof typeof commandSchemas
export type CommandArgs<N extends CommandName> = z.infer<(typeof commandSchemas)[N]>
export type Command = { [N in CommandName]: { name: N; args: CommandArgs<N> } }[CommandName]

/** Commands that write to the log. */
export type DoseCommand = Extract<Command, { name: 'dose.record' }>
/** Commands that write to the log of supplies. */
export type SupplyCommand = Extract<Command, { name: 'supply.record' }>
/** The command that changes the user's own profile. */
export type ProfileCommand = Extract<Command, { name: 'profile.edit' }>
/** Commands about a record of a list. */
export type RecordCommand = Exclude<Command, DoseCommand | SupplyCommand | ProfileCommand>

export const isOfList = (command: Command): command is RecordCommand =>
  !isOfLog(command) && command.name !== 'profile.edit'

/** Returns whether the command appends to a log: that of doses, or that of supplies. */
export const isOfLog = (command: Command): command is DoseCommand | SupplyCommand =>
  command.name === 'dose.record' || command.name === 'supply.record'

/** Returns the list that a command's record belongs to. */
export const listOf = ({ name }: RecordCommand): ListName =>
  name.startsWith('appointment.') ? 'appointments' : 'medications'

/** Returns whether the command creates a record of a list. */
export const isAddition = (
  command: Command,
): command is Extract<Command, { name: 'medication.add' | 'appointment.add' }> =>
  command.name === 'medication.add' || command.name === 'appointment.add'
