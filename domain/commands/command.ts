import * as z from 'zod/mini'
import { appointmentIdSchema, medicationIdSchema } from '../lib/ids.ts'
import { instantSchema } from '../lib/instant.ts'
import type { ListName } from '../protocol/lists.ts'
import { appointmentTexts, remindBeforeSchema, storedMomentFields } from '../records/appointment.ts'
import { doseEventSchema } from '../records/dose-event.ts'
import { medicationTexts, storedPlanFields } from '../records/medication.ts'
import { profileFields } from '../records/user.ts'

const plan = z.strictObject(storedPlanFields)

/**
 * Everything a person can do to their data: the one write vocabulary of device and server. The outbox keeps these, not
 * requests, so that an update of the app never replays an old wire format (docs/architecture.md). Unknown arguments are
 * refused: a command of a newer version is kept and shown, not sent with something missing. Dates are any that there
 * are: a command that waits from before there was a rule for them is refused by the server, and can be resolved then.
 */
export const commandSchemas = {
  'medication.add': z.strictObject({
    id: medicationIdSchema,
    ...medicationTexts,
    important: z._default(z.boolean(), false),
    ...storedPlanFields,
    createdAt: instantSchema,
    /** The person saw the duplicate and wants both ("keep mine as a new one"). */
    allowDuplicate: z._default(z.boolean(), false),
  }),
  'medication.edit': z.strictObject({
    id: medicationIdSchema,
    changes: z.strictObject({
      name: z.optional(medicationTexts.name),
      dosage: z.optional(medicationTexts.dosage),
      frequency: z.optional(medicationTexts.frequency),
      instructions: z.optional(medicationTexts.instructions),
      important: z.optional(z.boolean()),
      plan: z.optional(plan),
    }),
    editedAt: instantSchema,
  }),
  /** `stoppedAt: null` takes a stop back. */
  'medication.stop': z.strictObject({ id: medicationIdSchema, stoppedAt: z.nullable(instantSchema) }),
  'medication.delete': z.strictObject({ id: medicationIdSchema }),
  'dose.record': doseEventSchema,
  /** Sets what it names; the plan zone holds for everything that is logged after it. */
  'profile.edit': z.strictObject(profileFields),
  'appointment.add': z.strictObject({
    id: appointmentIdSchema,
    ...appointmentTexts,
    ...storedMomentFields,
    remindBefore: remindBeforeSchema,
    createdAt: instantSchema,
    allowDuplicate: z._default(z.boolean(), false),
  }),
  'appointment.edit': z.strictObject({
    id: appointmentIdSchema,
    changes: z.strictObject({
      doctorName: z.optional(appointmentTexts.doctorName),
      specialty: z.optional(appointmentTexts.specialty),
      location: z.optional(appointmentTexts.location),
      notes: z.optional(appointmentTexts.notes),
      phoneNumber: z.optional(appointmentTexts.phoneNumber),
      when: z.optional(z.strictObject(storedMomentFields)),
      remindBefore: z.optional(remindBeforeSchema),
    }),
    /** A command of an earlier version has none. */
    editedAt: z.optional(instantSchema),
  }),
  'appointment.complete': z.strictObject({ id: appointmentIdSchema }),
  'appointment.delete': z.strictObject({ id: appointmentIdSchema }),
} as const

export type CommandName = keyof typeof commandSchemas
export type CommandArgs<N extends CommandName> = z.infer<(typeof commandSchemas)[N]>
export type Command = { [N in CommandName]: { name: N; args: CommandArgs<N> } }[CommandName]

const storedShape = z.object({ name: z.string(), args: z.unknown() })

/**
 * Reads a command back from storage. Null when this version of the app does not understand it: it is then kept and
 * shown.
 */
export function readCommand(value: unknown): Command | null {
  const shape = storedShape.safeParse(value)
  if (!shape.success || !Object.hasOwn(commandSchemas, shape.data.name)) return null
  const name = shape.data.name as CommandName
  const args = commandSchemas[name].safeParse(shape.data.args)
  return args.success ? ({ name, args: args.data } as Command) : null
}

/** Commands that write the log. */
export type DoseCommand = Extract<Command, { name: 'dose.record' }>
/** The command that writes the person's own profile. */
export type ProfileCommand = Extract<Command, { name: 'profile.edit' }>
/** Commands about a record of a list. */
export type RecordCommand = Exclude<Command, DoseCommand | ProfileCommand>

export const isOfList = (command: Command): command is RecordCommand =>
  command.name !== 'dose.record' && command.name !== 'profile.edit'

/** The list whose record a command is about. */
export const listOf = ({ name }: RecordCommand): ListName =>
  name.startsWith('appointment.') ? 'appointments' : 'medications'

/** The ids of the records a command needs to be there first; a command that refers to a refused one waits with it. */
export function referencesOf(command: Command): string[] {
  if (isAddition(command) || command.name === 'profile.edit') return []
  if (command.name !== 'dose.record') return [command.args.id]
  const { medicationId, undoes } = command.args
  return undoes === null ? [medicationId] : [medicationId, undoes]
}

/** Whether it brings a record of a list into being. */
export const isAddition = (
  command: Command,
): command is Extract<Command, { name: 'medication.add' | 'appointment.add' }> =>
  command.name === 'medication.add' || command.name === 'appointment.add'

/** The id of the record a command brings into being, or null. */
export const createdBy = (command: Command): string | null =>
  isAddition(command) || command.name === 'dose.record' ? command.args.id : null
