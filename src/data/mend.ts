import type { Command, MedicationCommand } from '#domain/commands/command.ts'
import { readCommand } from '#domain/commands/command.ts'
import type { MedicationDetails, Refusal } from '#domain/commands/medication-effects.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import type { DoseSnapshot } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { discardDependents, outboxRows, refusedRow } from './attention.ts'
import type { DosewellDatabase, StoredEntry } from './database.ts'
import { applyToMedication, recomputeMedication } from './medication-view.ts'
import { enqueue, localRefusal, type WriteContext } from './write.ts'

type DoseCommand = Extract<Command, { name: 'dose.record' }>
type AddCommand = Extract<Command, { name: 'medication.add' }>

/**
 * Sends a refused write about a medication again as the person mended it: the old entry goes and the new one takes its
 * place in the order, in one transaction, so that what waits for its record still comes after it.
 * Resolves with the keys of the new entry; a refusal this device can see leaves everything as it was.
 */
export function amendEntry(
  context: WriteContext,
  position: number,
  command: MedicationCommand,
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
    await recomputeMedication(db, command.args.id, source.now())
    return ok([key])
  })
}

/**
 * Adds a medication in the place of one that is gone (a dose or an edit was refused because it was deleted elsewhere) or that
 * the server would not take under its id. The doses of this device that were logged for that one become doses of the new one;
 * what else was entered for that one is in the new one (`goneMedication`) and goes out with it.
 * @param position the refused entry: a dose or an edit of the old medication, or its `medication.add`
 */
export function replaceMedication(
  context: WriteContext,
  position: number,
  command: AddCommand,
): Promise<Result<string[], Refusal>> {
  const { db } = context
  return inTransaction(db, async () => {
    const row = await refusedRow(db, position)
    const refused = row && readCommand(row.command)
    const old = refused && medicationOf(refused)
    if (!old) return fail(notThere)
    const refusal = await localRefusal(context, command)
    if (refusal) return fail(refusal)
    await outboxRows(db, 'medication', [old]).delete()
    await recomputeMedication(db, old, context.source.now())
    const key = await enqueue(context, command)
    const doses = await moveDoses(context, old, command.args.id)
    await discardDependents(db, refused)
    return ok([key, ...doses])
  })
}

/** Gives a refused `medication.add` up and makes the doses logged for it doses of a medication that is already there. */
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
    const doses = await moveDoses(context, refused.args.id, to)
    await discardDependents(db, refused)
    await recomputeMedication(db, refused.args.id, context.source.now())
    return ok(doses)
  })
}

/** The medication a command is about, if it is about one. */
function medicationOf(command: Command): MedicationId | null {
  if (command.name === 'profile.edit') return null
  return command.name === 'dose.record' ? command.args.medicationId : command.args.id
}

/**
 * A medication that was deleted elsewhere as it should be added again: as this device last knew it, with every edit of it
 * that the server did not take. Where nobody knows it any more, what the edits and doses say.
 */
export function goneMedication(
  id: MedicationId,
  entries: readonly StoredEntry[],
  now: number,
): MedicationDetails {
  const about = entries.flatMap(({ command: stored, subject }) => {
    const command = readCommand(stored)
    return command && medicationOf(command) === id ? [{ command, subject }] : []
  })
  const doses = about.flatMap(({ command }) =>
    command.name === 'dose.record' ? [command.args.snapshot] : [],
  )
  const known = about.find(({ subject }) => subject)?.subject ?? unknownMedication(id, doses.at(-1), now)
  const gone = about.reduce((record, { command }) => applyToMedication(record, command, now) ?? record, known)
  return { ...gone, important: gone.important ?? false }
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
  db.transaction('rw', [db.medications, db.medicationBase, db.doseEvents, db.outbox, db.state], work)

/**
 * The doses of one medication that the server has not taken, as doses of another one. They go to the end of the queue:
 * the medication they now belong to may still be on its way. An undo of a dose that the server has goes nowhere.
 */
async function moveDoses(context: WriteContext, from: MedicationId, to: MedicationId): Promise<string[]> {
  const { db } = context
  const rows = await dosesInOutbox(db, from)
  const moving = new Set<string>(rows.map(({ command }) => command.args.id))
  const keys: string[] = []
  for (const { row, command } of rows) {
    await db.outbox.delete(row.position)
    await db.doseEvents.delete(command.args.id)
    const { undoes } = command.args
    if (undoes === null || moving.has(undoes)) keys.push(await enqueue(context, doseOf(command, to)))
  }
  return keys
}

async function dosesInOutbox(db: DosewellDatabase, id: MedicationId) {
  const rows = await db.outbox.orderBy('position').toArray()
  return rows.flatMap((row) => {
    const command = readCommand(row.command)
    return command?.name === 'dose.record' && command.args.medicationId === id ? [{ row, command }] : []
  })
}

function doseOf({ name, args }: DoseCommand, medicationId: MedicationId): DoseCommand {
  const { date, time } = args.snapshot
  const slotId = date !== null && time !== null ? slotIdOf(medicationId, date, time) : null
  return { name, args: { ...args, medicationId, slotId } }
}

const notThere: Refusal = {
  status: 404,
  code: 'not_found',
  error: 'This was settled in the meantime, in another tab or by the server. Nothing was changed.',
}
