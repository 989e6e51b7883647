import { Dexie } from 'dexie'
import { readCommand } from '#domain/commands/command.ts'
import { newId } from '#domain/lib/ids.ts'
import type { DosewellDatabase, StoredEntry } from './database.ts'
import { recomputeMedication } from './medication-view.ts'
import type { WriteContext } from './write.ts'

/** The person gives a refused write up. What waits for the record it would have made is given up with it. */
export async function discardEntry(context: WriteContext, position: number): Promise<void> {
  const { db } = context
  await db.transaction('rw', [db.outbox, db.medications, db.medicationBase, db.doseEvents], async () => {
    const row = await db.outbox.get(position)
    if (!row) return
    const command = readCommand(row.command)
    await db.outbox.delete(position)
    if (command?.name === 'medication.add') await discardDependents(db, command.args.id)
    if (command && command.name !== 'dose.record') {
      await recomputeMedication(db, command.args.id, context.source.now())
    }
  })
}

async function discardDependents(db: DosewellDatabase, medicationId: string): Promise<void> {
  const doses = await db.doseEvents
    .where('[medicationId+at]')
    .between([medicationId, Dexie.minKey], [medicationId, Dexie.maxKey])
    .toArray()
  const recordIds = [medicationId, ...doses.map((dose) => dose.id)]
  await db.outbox.where('recordId').anyOf(recordIds).delete()
  await db.doseEvents.bulkDelete(doses.filter((dose) => dose.seq === null).map((dose) => dose.id))
}

/** Sends a refused write again as a new one; `allowDuplicate` keeps a medication beside its twin ("keep mine as a new one"). */
export async function retryEntry(
  context: WriteContext,
  position: number,
  options: { allowDuplicate: boolean } = { allowDuplicate: false },
): Promise<void> {
  const { db, source } = context
  await db.transaction('rw', [db.outbox, db.medications, db.medicationBase, db.doseEvents], async () => {
    const row = await db.outbox.get(position)
    const command = row && readCommand(row.command)
    if (!row || !command) return
    if (command.name === 'medication.add') command.args.allowDuplicate = options.allowDuplicate
    // A new key: under the old one the server would only repeat its refusal.
    const again: StoredEntry = { ...row, key: newId(source), command, state: 'waiting', refusal: null }
    await db.outbox.put(again)
    if (command.name === 'dose.record') await db.doseEvents.put({ ...command.args, seq: null })
    else await recomputeMedication(db, command.args.id, source.now())
  })
}
