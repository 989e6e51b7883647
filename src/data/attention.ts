import { Dexie } from 'dexie'
import { type Command, isAddition, isOfList, listOf } from '#domain/commands/command.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import { newId } from '#domain/lib/ids.ts'
import type { DosewellDatabase } from './database.ts'
import { recompute, storedList, writeTables } from './record-view.ts'
import type { StoredDoseEvent } from './stored-dose.ts'
import type { StoredEntry } from './stored-rows.ts'
import type { StoredSupplyEvent } from './stored-supply.ts'
import { showWaiting, type WriteContext } from './write.ts'

/**
 * Discards a refused write, along with anything waiting for the record it would have created. An entry that is no
 * longer refused (another tab sent it again) stays.
 */
export async function discardEntry(context: WriteContext, position: number): Promise<void> {
  const { db } = context
  await db.transaction('rw', writeTables(db), async () => {
    const row = await refusedRow(db, position)
    if (!row) return
    const command = readCommand(row.command)
    await db.outbox.delete(position)
    if (command) await discardDependents(db, command)
    if (command && isOfList(command)) {
      await recompute(db, listOf(command), command.args.id, context.source.now())
    }
  })
}

/**
 * Returns the row if it still needs the user; a waiting one may be on its way to the server right now. Runs inside the
 * caller's transaction.
 */
export async function refusedRow(db: DosewellDatabase, position: number): Promise<StoredEntry | null> {
  const row = await db.outbox.get(position)
  return row?.state === 'attention' ? row : null
}

/**
 * Drops what waits for the record of a refused command that the user discards. Runs inside the caller's transaction.
 */
export async function discardDependents(db: DosewellDatabase, command: Command): Promise<void> {
  const events = (await eventsAbout(db, command)).filter((event) => event.seq === null)
  const ids = events.map((event) => event.id)
  await outboxRows(db, 'dose', ids).delete()
  if (isAddition(command)) {
    await outboxRows(db, storedList(db, listOf(command)).kind, [command.args.id]).delete()
  }
  await db.doseEvents.bulkDelete(ids)
  const supplies = (await suppliesAbout(db, command)).filter((event) => event.seq === null).map(({ id }) => id)
  await outboxRows(db, 'supply', supplies).delete()
  await db.supplyEvents.bulkDelete(supplies)
}

/** Returns the supply events of a medication that was never created, or the undo of one that was never logged. */
function suppliesAbout(db: DosewellDatabase, { name, args }: Command): Promise<StoredSupplyEvent[]> {
  if (name === 'supply.record') return db.supplyEvents.where('undoes').equals(args.id).toArray()
  return name === 'medication.add'
    ? db.supplyEvents.where('medicationId').equals(args.id).toArray()
    : Promise.resolve([])
}

/** Returns the rows of one kind about these records, whatever their state. */
export const outboxRows = (db: DosewellDatabase, kind: StoredEntry['kind'], recordIds: string[]) =>
  db.outbox
    .where('recordId')
    .anyOf(recordIds)
    .filter((row) => row.kind === kind)

/** Returns the doses of a medication that was never created, or the undo of a dose that was never logged. */
function eventsAbout(db: DosewellDatabase, command: Command): Promise<StoredDoseEvent[]> {
  if (command.name === 'dose.record') return db.doseEvents.where('undoes').equals(command.args.id).toArray()
  if (command.name !== 'medication.add') return Promise.resolve([])
  const { id } = command.args
  return db.doseEvents.where('[medicationId+at]').between([id, Dexie.minKey], [id, Dexie.maxKey]).toArray()
}

/**
 * Sends a refused write again as a new one; `allowDuplicate` permits a record alongside its twin ("keep mine as a new
 * one"). An entry that is no longer refused stays: under a new key it could take effect twice.
 */
export async function retryEntry(
  context: WriteContext,
  position: number,
  options: { allowDuplicate: boolean } = { allowDuplicate: false },
): Promise<void> {
  const { db, source } = context
  await db.transaction('rw', writeTables(db), async () => {
    const row = await refusedRow(db, position)
    const command = row && readCommand(row.command)
    if (!row || !command) return
    if (isAddition(command)) command.args.allowDuplicate = options.allowDuplicate
    // A new key: under the old one the server would only repeat its refusal.
    const again: StoredEntry = { ...row, key: newId(source), command, state: 'waiting', refusal: null }
    await db.outbox.put(again)
    await showWaiting(db, command, source.now())
  })
}
