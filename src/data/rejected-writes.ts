import type { AppointmentInput } from '#domain/commands/appointment-effects.ts'
import {
  type Command,
  type DoseCommand,
  isOfLog,
  listOf,
  type RecordCommand,
  type SupplyCommand,
} from '#domain/commands/command.ts'
import type { MedicationDetails } from '#domain/commands/medication-effects.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import { t } from '#domain/language/translate.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { DoseSnapshot } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { discardDependents, outboxRows, refusedRow } from './attention.ts'
import type { DosewellDatabase } from './database.ts'
import { applyCommand, recompute, storedList, writeTables } from './record-view.ts'
import type { StoredEntry } from './stored-rows.ts'
import { enqueue, isLogged, localRefusal, type WriteContext } from './write.ts'

type AddCommand = Extract<Command, { name: 'medication.add' | 'appointment.add' }>

/**
 * Sends a refused write about a record again as the user resolved it: in one transaction the new entry replaces the old
 * one at the same position, so that what waits for its record still comes after it.
 * Resolves with the keys of the new entry. If this device can already tell that the command would be refused,
 * everything stays as it was.
 */
export function amendEntry(
  context: WriteContext,
  position: number,
  command: RecordCommand,
): Promise<Result<string[], Refusal>> {
  const { db, source } = context
  return inTransaction(db, async () => {
    const row = await refusedRow(db, position)
    if (!row) return fail(notThere)
    const refusal = await localRefusal(context, command)
    if (refusal) return fail(refusal)
    // A new key: under the old one the server would only repeat its refusal.
    const key = newId(source)
    await db.outbox.put({
      ...row,
      key,
      command,
      recordId: command.args.id,
      state: 'waiting',
      refusal: null,
    })
    await recompute(db, listOf(command), command.args.id, source.now())
    return ok([key])
  })
}

/**
 * Adds a record to replace one that is gone (a dose or an edit was refused because the record was deleted elsewhere) or
 * that the server would not accept under its id. Entries of its logs move from an old medication to the new one;
 * anything else entered for the old record is already part of the new one (`goneMedication`, `goneAppointment`) and is
 * sent with it.
 * @param position the refused entry: a dose or an edit of the old record, or its addition
 */
export function replaceRecord(
  context: WriteContext,
  position: number,
  command: AddCommand,
): Promise<Result<string[], Refusal>> {
  const { db } = context
  return inTransaction(db, async () => {
    const row = await refusedRow(db, position)
    const refused = row && readCommand(row.command)
    const old = refused && recordIn(refused)
    if (!old) return fail(notThere)
    const refusal = await localRefusal(context, command)
    if (refusal) return fail(refusal)
    const list = listOf(command)
    await outboxRows(db, storedList(db, list).kind, [old]).delete()
    await recompute(db, list, old, context.source.now())
    const key = await enqueue(context, command)
    const logged = command.name === 'medication.add' ? await moveLogged(context, old, command.args.id) : []
    await discardDependents(db, refused)
    return ok([key, ...logged])
  })
}

/** Discards a refused `medication.add` and moves what was logged for it to an existing medication. */
export async function discardAndMove(
  context: WriteContext,
  position: number,
  to: MedicationId,
): Promise<Result<string[], Refusal>> {
  const { db } = context
  return inTransaction(db, async () => {
    const row = await refusedRow(db, position)
    const refused = row && readCommand(row.command)
    if (refused?.name !== 'medication.add') return fail(notThere)
    await db.outbox.delete(position)
    const logged = await moveLogged(context, refused.args.id, to)
    await discardDependents(db, refused)
    await recompute(db, 'medications', refused.args.id, context.source.now())
    return ok(logged)
  })
}

/** Returns the id of the list record a command is about, if any; for an entry of a log, its medication. */
function recordIn(command: Command): string | null {
  if (command.name === 'profile.edit') return null
  return isOfLog(command) ? command.args.medicationId : command.args.id
}

/**
 * Returns a medication that was deleted elsewhere, ready to be added again: as this device last knew it, with every
 * edit the server did not accept. If nothing is left of it, it is rebuilt from the edits and doses.
 */
export function goneMedication(id: MedicationId, entries: readonly StoredEntry[], now: number): MedicationDetails {
  const about = entries.flatMap(({ command: stored, subject }) => {
    const command = readCommand(stored)
    return command && recordIn(command) === id ? [{ command, subject }] : []
  })
  const doses = about.flatMap(({ command }) => (command.name === 'dose.record' ? [command.args.snapshot] : []))
  const subject = about.find((entry) => entry.subject)?.subject as Medication | undefined
  const known = subject ?? unknownMedication(id, doses.at(-1), now)
  const gone = about.reduce((record, { command }) => applyCommand(record, command, now) ?? record, known)
  return { ...gone, important: gone.important ?? false }
}

/**
 * Returns the same for an appointment: as this device last knew it, with every edit the server did not accept. Null if
 * this device does not know it.
 */
export function goneAppointment(id: string, entries: readonly StoredEntry[], now: number): AppointmentInput | null {
  const about = entries.filter(({ recordId, kind }) => recordId === id && kind === 'appointment')
  const known = about.find(({ subject }) => subject)?.subject as Appointment | undefined
  if (!known) return null
  return about.reduce((record, { command: stored }) => {
    const command = readCommand(stored)
    return (command && applyCommand(record, command, now)) ?? record
  }, known)
}

const unknownMedication = (id: MedicationId, dose: DoseSnapshot | undefined, now: number): Medication => ({
  id,
  name: dose?.name ?? '',
  dosage: dose?.dosage ?? '',
  frequency: '',
  instructions: '',
  schedule: { kind: 'daily' },
  reminderTimes: [],
  startDate: null,
  endDate: null,
  versions: [],
  stoppedAt: null,
  createdAt: toInstant(now),
  updatedAt: toInstant(now),
})

const inTransaction = <T>(db: DosewellDatabase, work: () => Promise<T>): Promise<T> =>
  db.transaction('rw', writeTables(db), work)

/**
 * Moves doses and supply events that the server has not accepted from one medication to another. They go to the end of
 * the queue, because their new medication may still be on its way. An undo of what the server already has is dropped,
 * and so is what it has by now because another device replayed it: that stays in the log as it is there.
 */
async function moveLogged(context: WriteContext, from: string, to: MedicationId): Promise<string[]> {
  const { db } = context
  const rows = await loggedInOutbox(db, from)
  await db.outbox.bulkDelete(rows.map(({ row }) => row.position))
  const inLog = await Promise.all(rows.map(({ command }) => isLogged(db, command)))
  const unlogged = rows.filter((_, index) => !inLog[index])
  const moving = new Set<string>(unlogged.map(({ command }) => command.args.id))
  const keys: string[] = []
  for (const { command } of unlogged) {
    if (command.name === 'dose.record') await db.doseEvents.delete(command.args.id)
    else await db.supplyEvents.delete(command.args.id)
    const { undoes } = command.args
    if (undoes === null || moving.has(undoes)) keys.push(await enqueue(context, commandFor(command, to)))
  }
  return keys
}

async function loggedInOutbox(db: DosewellDatabase, id: string) {
  const rows = await db.outbox.orderBy('position').toArray()
  return rows.flatMap((row) => {
    const command = readCommand(row.command)
    return command && isOfLog(command) && command.args.medicationId === id ? [{ row, command }] : []
  })
}

function commandFor(command: DoseCommand | SupplyCommand, medicationId: MedicationId): Command {
  if (command.name === 'supply.record') return { name: command.name, args: { ...command.args, medicationId } }
  const { name, args } = command
  const { date, time } = args.snapshot
  const slotId = date !== null && time !== null ? slotIdOf(medicationId, date, time) : null
  return { name, args: { ...args, medicationId, slotId } }
}

const notThere: Refusal = {
  status: 404,
  code: 'not_found',
  get error() {
    return t('This was resolved in the meantime, in another tab or by the server. Nothing was changed.')
  },
}
