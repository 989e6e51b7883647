import { duplicateAppointment, editAppointment } from '#domain/commands/appointment-effects.ts'
import {
  type Command,
  type DoseCommand,
  isOfList,
  isOfLog,
  listOf,
  type SupplyCommand,
} from '#domain/commands/command.ts'
import { followRefusal } from '#domain/commands/follow-refusal.ts'
import { addMedication, duplicateRefusal, editMedication } from '#domain/commands/medication-effects.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import { t } from '#domain/language/translate.ts'
import type { IdSource } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { isSameAppointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import { followedBy } from '#domain/schedule/counting.ts'
import { COUNTED_IN_NOTHING, supplyUnitOf } from '#domain/supply/supply-unit.ts'
import type { DosewellDatabase } from './database.ts'
import { newEntry } from './outbox-entry.ts'
import { recomputeProfile } from './profile-view.ts'
import { recompute, storedList, writeTables } from './record-view.ts'
import { storedDose } from './stored-dose.ts'
import { writeDoses } from './write-doses.ts'
import { goneRefusal, unreadableRefusal } from './write-refusals.ts'

export interface WriteContext {
  db: DosewellDatabase
  /** This device's clock and randomness. */
  source: IdSource
  /** The plan zone, which decides what counts as active in the duplicate check. */
  zone: string
}

/** Aborts the transaction: one refused command takes the others of the same write with it. */
class RefusedWrite extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.error)
    this.refusal = refusal
  }
}

/**
 * Saves the effects of commands and their outbox entries in one durable transaction, or nothing (docs/sync-spec.md,
 * S1). This is the only way to change data. Several commands make one write ("Taken (3)"). Resolves with the keys of
 * the entries once they are on disk. Returns a refusal without any effect if this device can already tell (a duplicate,
 * an impossible plan). Throws what IndexedDB throws, above all QuotaExceededError; nothing is half-written then.
 */
export async function write(context: WriteContext, commands: Command[]): Promise<Result<string[], Refusal>> {
  const { db } = context
  if (commands.every(isDose)) return writeDoses(context, commands)
  try {
    const keys = await db.transaction('rw', writeTables(db), async () => {
      const made: string[] = []
      for (const command of commands) {
        const refusal = await localRefusal(context, command)
        if (refusal) throw new RefusedWrite(refusal)
        made.push(await enqueue(context, command))
      }
      return made
    })
    return ok(keys)
  } catch (error) {
    if (error instanceof RefusedWrite) return fail(error.refusal)
    throw error
  }
}

const isDose = (command: Command): command is DoseCommand => command.name === 'dose.record'

type EditCommand = Extract<Command, { name: 'medication.edit' | 'appointment.edit' | 'appointment.complete' }>

const isEdit = (command: Command): command is EditCommand =>
  isOfList(command) && (command.name.endsWith('.edit') || command.name === 'appointment.complete')

/** Applies one command and adds its outbox entry. Runs inside the caller's transaction over the tables of `write`. */
export async function enqueue({ db, source }: WriteContext, command: Command): Promise<string> {
  const entry = newEntry(command, source)
  // The record as it was before.
  if (isEdit(command)) entry.subject = await storedList(db, listOf(command)).view.get(command.args.id)
  await db.outbox.add(entry)
  await showWaiting(db, command, source.now())
  return entry.key
}

/**
 * Updates the view with a command that is now waiting. An entry that the server has in its log by now stays as it is
 * there (S4.2). Runs inside the caller's transaction over the tables of `write`.
 */
export async function showWaiting(db: DosewellDatabase, command: Command, now: number): Promise<void> {
  if (command.name === 'profile.edit') return recomputeProfile(db)
  if (!isOfLog(command)) return recompute(db, listOf(command), command.args.id, now)
  if (await isLogged(db, command)) return
  if (command.name === 'dose.record') await db.doseEvents.put(storedDose({ ...command.args, seq: null }))
  else await db.supplyEvents.put({ ...command.args, seq: null })
}

/** Returns whether the server has it in its log. */
export async function isLogged(db: DosewellDatabase, { name, args }: DoseCommand | SupplyCommand): Promise<boolean> {
  const event = name === 'dose.record' ? await db.doseEvents.get(args.id) : await db.supplyEvents.get(args.id)
  return event !== undefined && event.seq !== null
}

/** Returns why this device knows that a command cannot take effect, or null if nothing speaks against it. */
export async function localRefusal(context: WriteContext, command: Command): Promise<Refusal | null> {
  const { db, source, zone } = context
  if (!isReadable(command)) return unreadableRefusal
  switch (command.name) {
    case 'medication.add': {
      const added = addMedication(command.args, source.now())
      if (!added.ok) return added.error
      const twin = command.args.allowDuplicate ? null : await duplicateAmong(db, added.value, source.now(), zone)
      return twin ?? followProblem(db, added.value, null)
    }
    case 'medication.edit': {
      const record = await db.medications.get(command.args.id)
      if (!record) return goneRefusal
      const edited = editMedication(record, command.args.changes, command.args.editedAt, source.now())
      if (!edited.ok) return edited.error
      const renamed = command.args.changes.name !== undefined || command.args.changes.dosage !== undefined
      const twin = renamed ? await duplicateAmong(db, edited.value, source.now(), zone) : null
      return twin ?? followProblem(db, edited.value, record)
    }
    case 'medication.stop':
    case 'medication.delete':
      return (await db.medications.get(command.args.id)) ? null : goneRefusal
    case 'profile.edit':
      return null
    case 'dose.record':
      return (await db.medications.get(command.args.medicationId)) ? null : goneRefusal
    case 'supply.record': {
      const medication = await db.medications.get(command.args.medicationId)
      if (!medication) return goneRefusal
      return command.args.kind !== 'undone' && supplyUnitOf(medication) === null ? COUNTED_IN_NOTHING : null
    }
    case 'appointment.add':
      return command.args.allowDuplicate ? null : duplicateAppointment(command.args, await db.appointments.toArray())
    case 'appointment.edit': {
      const record = await db.appointments.get(command.args.id)
      if (!record) return goneAppointmentRefusal
      const edited = editAppointment(record, command.args.changes, toInstant(source.now()), source.now())
      if (!edited.ok) return edited.error
      return isSameAppointment(record, edited.value)
        ? null
        : duplicateAppointment(edited.value, await db.appointments.toArray())
    }
    case 'appointment.complete':
    case 'appointment.delete':
      return (await db.appointments.get(command.args.id)) ? null : goneAppointmentRefusal
  }
}

const isReadable = (command: Command): boolean => readCommand(command) !== null

const goneAppointmentRefusal: Refusal = {
  ...goneRefusal,
  get error() {
    return t('This appointment is no longer in your list. It may have been deleted on another device.')
  },
}

/** As on the server: a plan that goes on following the same medication may be edited. */
async function followProblem(db: DosewellDatabase, after: Medication, before: Medication | null) {
  const target = followedBy(after)
  if (target === null || (before && followedBy(before) === target)) return null
  return followRefusal(after, await db.medications.toArray())
}

const duplicateAmong = async (
  db: DosewellDatabase,
  candidate: Medication,
  now: number,
  zone: string,
): Promise<Refusal | null> => duplicateRefusal(candidate, await db.medications.toArray(), now, zone)
