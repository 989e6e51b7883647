import { Dexie } from 'dexie'
import { type Command, readCommand } from '#domain/commands/command.ts'
import { addMedication, editMedication, stopMedication } from '#domain/commands/medication-effects.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { DosewellDatabase } from './database.ts'

/** The record as the person should see it after one more of their own commands. Undefined: it is not there. */
export function applyToMedication(
  record: Medication | undefined,
  command: Command,
  now: number,
): Medication | undefined {
  switch (command.name) {
    case 'medication.add': {
      // The server may have it already: the answer to the write was lost, the list was not.
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
    case 'dose.record':
    case 'profile.edit':
      return record
  }
}

/**
 * View = base + waiting commands (DESIGN §5.3), for one record. Runs inside the caller's transaction over medications,
 * medicationBase and outbox, the one that changed either side.
 */
export async function recomputeMedication(
  db: DosewellDatabase,
  id: MedicationId,
  now: number,
): Promise<void> {
  const rows = await db.outbox.where('recordId').equals(id).sortBy('position')
  let record = await db.medicationBase.get(id)
  for (const row of rows) {
    if (row.state !== 'waiting' || row.kind !== 'medication') continue
    const command = readCommand(row.command)
    if (command) record = applyToMedication(record, command, now)
  }
  if (record) await db.medications.put(record)
  else await db.medications.delete(id)
}

/** Takes a medication from the base, with its history. Doses that only this device has stay: their own write is still to be decided, and seen by the person. */
export async function removeMedication(db: DosewellDatabase, id: MedicationId): Promise<void> {
  await db.medicationBase.delete(id)
  await db.doseEvents
    .where('[medicationId+at]')
    .between([id, Dexie.minKey], [id, Dexie.maxKey])
    .filter((event) => event.seq !== null)
    .delete()
}
