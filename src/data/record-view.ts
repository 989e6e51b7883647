import type { Table } from 'dexie'
import { addAppointment, completeAppointment, editAppointment } from '#domain/commands/appointment-effects.ts'
import type { Command } from '#domain/commands/command.ts'
import { addMedication, editMedication, stopMedication } from '#domain/commands/medication-effects.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { AnyRecord, ListName, ListRecords } from '#domain/protocol/lists.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { DosewellDatabase } from './database.ts'
import type { StoredEntry } from './stored-rows.ts'

/**
 * Where a list is stored on this device: what the screens read, what the server last said, and its kind of outbox
 * entry.
 */
export interface StoredList<L extends ListName = ListName> {
  view: Table<ListRecords[L], string>
  base: Table<ListRecords[L], string>
  kind: StoredEntry['kind']
}

/** Returns the stores of a list (database.ts). */
export const storedList = <L extends ListName>(db: DosewellDatabase, list: L): StoredList<L> =>
  (list === 'medications'
    ? { view: db.medications, base: db.medicationBase, kind: 'medication' }
    : { view: db.appointments, base: db.appointmentBase, kind: 'appointment' }) as unknown as StoredList<L>

/** Returns the tables a write may touch, for its transaction. */
export const writeTables = (db: DosewellDatabase): Table[] => [
  db.medications,
  db.medicationBase,
  db.appointments,
  db.appointmentBase,
  db.doseEvents,
  db.supplyEvents,
  db.outbox,
  db.state,
]

/**
 * Returns the record as the user should see it after one more of their own commands; undefined if it does not exist.
 */
export function applyCommand<Record extends AnyRecord>(
  record: Record | undefined,
  command: Command,
  now: number,
): Record | undefined {
  return (
    command.name.startsWith('appointment.')
      ? applyToAppointment(record as Appointment | undefined, command, now)
      : applyToMedication(record as Medication | undefined, command, now)
  ) as Record | undefined
}

function applyToMedication(record: Medication | undefined, command: Command, now: number): Medication | undefined {
  switch (command.name) {
    case 'medication.add': {
      // The server may have it already: the answer to the write was lost, but the list arrived.
      if (record) return record
      const added = addMedication(command.args, now)
      return added.ok ? added.value : undefined
    }
    case 'medication.edit': {
      if (!record) return undefined
      const edited = editMedication(record, command.args.changes, command.args.editedAt, now)
      return edited.ok ? edited.value : record
    }
    case 'medication.stop':
      return record && stopMedication(record, command.args.stoppedAt, now)
    case 'medication.delete':
      return undefined
    default:
      return record
  }
}

function applyToAppointment(record: Appointment | undefined, command: Command, now: number): Appointment | undefined {
  switch (command.name) {
    case 'appointment.add':
      return record ?? addAppointment(command.args, now)
    case 'appointment.edit': {
      const edited =
        record && editAppointment(record, command.args.changes, command.args.editedAt ?? toInstant(now), now)
      return edited?.ok ? edited.value : record
    }
    case 'appointment.complete':
      return record && completeAppointment(record, now)
    case 'appointment.delete':
      return undefined
    default:
      return record
  }
}

/**
 * Recomputes view = base + waiting commands (docs/sync-spec.md, S3), for one record. Runs inside the transaction over
 * the list's stores and the outbox in which the caller changed either.
 */
export async function recompute(db: DosewellDatabase, list: ListName, id: string, now: number): Promise<void> {
  const { view, base, kind } = storedList(db, list)
  const rows = await db.outbox.where('recordId').equals(id).sortBy('position')
  let record = await base.get(id)
  for (const row of rows) {
    if (row.state !== 'waiting' || row.kind !== kind) continue
    const command = readCommand(row.command)
    if (command) record = applyCommand(record, command, now)
  }
  if (record) await view.put(record)
  else await view.delete(id)
}
