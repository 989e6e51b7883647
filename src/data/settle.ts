import {
  type Command,
  type CommandArgs,
  type DoseCommand,
  isOfLog,
  listOf,
  type RecordCommand,
  type SupplyCommand,
} from '#domain/commands/command.ts'
import { editProfile } from '#domain/commands/profile-effects.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { readRecord } from '#domain/protocol/lists.ts'
import { readCurrentUser } from '#domain/records/read-user.ts'
import { loggedSupplyEventSchema } from '#domain/records/supply-event.ts'
import type { OutboxEntry, Settled } from '#src/sync/ports.ts'
import type { DosewellDatabase } from './database.ts'
import { type PlacedDose, placedDose } from './placed-dose.ts'
import { profileOf, recomputeProfile, takeProfile } from './profile-view.ts'
import { readProfile } from './read-profile.ts'
import { removeRecord } from './record-removal.ts'
import { recompute, storedList, writeTables } from './record-view.ts'
import type { AcknowledgedCommand } from './stored-rows.ts'
import { changeSyncState, KEEP_ACKNOWLEDGED, raiseListSeq, readSyncState } from './sync-state.ts'

/** A command that the server has accepted, with its answer. */
interface Taken<C extends Command = Command> {
  entry: OutboxEntry
  command: C
  body: unknown
  seq: number
}

/**
 * Takes over what one answer decided about outbox entries, in order and in one strict transaction: a thousand doses
 * written offline cost one wait for the disk, not a thousand. `now` is in milliseconds.
 */
export function settle(db: DosewellDatabase, settled: readonly Settled[], now: number): Promise<void> {
  const tables = [...writeTables(db), db.acknowledged]
  return db.transaction('rw', tables, async () => {
    let doses: Taken<DoseCommand>[] = []
    // Consecutive doses are taken over together. A record's command keeps its place between the doses before and after
    // it.
    const takeDosesSoFar = async () => {
      if (doses.length > 0) await takeDoses(db, doses)
      doses = []
    }
    for (const one of settled) {
      const { command } = one.entry
      if (one.kind === 'taken' && command?.name === 'dose.record') {
        doses.push({ ...one, command })
        continue
      }
      await takeDosesSoFar()
      if (one.kind === 'refused') await refuse(db, one, now)
      else if (command?.name === 'profile.edit') await takeProfileChange(db, one, command.args, now)
      else if (command?.name === 'supply.record') await takeSupply(db, { ...one, command })
      else if (command && command.name !== 'dose.record') await takeChange(db, { ...one, command }, now)
    }
    await takeDosesSoFar()
    await db.acknowledged
      .where('at')
      .below(toInstant(now - KEEP_ACKNOWLEDGED))
      .delete()
  })
}

/**
 * Takes over doses. The log remembers them: it holds what was sent plus the sequence, and the server identifies a dose
 * by its id (S11.1).
 */
async function takeDoses(db: DosewellDatabase, doses: Taken<DoseCommand>[]): Promise<void> {
  const events = doses.map(({ command, ...answer }) => placedDose(command.args, answer))
  await db.doseEvents.bulkPut(events)
  await forget(
    db,
    doses.map(({ entry }) => entry),
  )
  const { dosesCursor } = await readSyncState(db)
  const reached = reachedBy(events, dosesCursor)
  if (reached > dosesCursor) await changeSyncState(db, { dosesCursor: reached })
}

/** The log remembers a supply event as well (S11.1). Its content is what was sent. */
async function takeSupply(db: DosewellDatabase, { entry, command, body, seq }: Taken<SupplyCommand>): Promise<void> {
  const logged = loggedSupplyEventSchema.safeParse(body)
  await forget(db, [entry])
  await db.supplyEvents.put({ ...command.args, seq: logged.success ? logged.data.seq : seq })
}

/**
 * Returns the cursor after these doses. A dose directly after the cursor completes the log up to there, so it need not
 * be fetched (S4.7).
 */
function reachedBy(events: readonly PlacedDose[], cursor: number): number {
  let reached = cursor
  for (const { seq, receivedAt } of events) if (receivedAt && seq === reached + 1) reached = seq
  return reached
}

const remembered = ({ entry, seq }: Pick<Taken, 'entry' | 'seq'>, now: number): AcknowledgedCommand => ({
  key: entry.key,
  command: entry.command,
  seq,
  position: entry.position,
  at: toInstant(now),
})

/** Removes entries. One that the user replaced while it was being sent has another key, and stays. */
async function forget(db: DosewellDatabase, entries: OutboxEntry[]): Promise<void> {
  const keys = new Map(entries.map(({ position, key }) => [position, key]))
  const positions = [...keys.keys()]
  const between = db.outbox.where('position').between(Math.min(...positions), Math.max(...positions), true, true)
  const rows = await between.toArray()
  const answered = rows.filter(({ position, key }) => keys.get(position) === key)
  // Usually nothing else lies between them, and the whole range can be deleted in one go.
  if (answered.length === rows.length) await between.delete()
  else await db.outbox.bulkDelete(answered.map(({ position }) => position))
}

/**
 * Takes over the server's answer into base and view; a record the server did not send back keeps the command's effect.
 */
async function takeChange(db: DosewellDatabase, taken: Taken<RecordCommand>, now: number): Promise<void> {
  const { entry, command, body, seq } = taken
  await forget(db, [entry])
  const { id } = command.args
  const list = listOf(command)
  if (command.name.endsWith('.delete')) await removeRecord(db, list, id)
  else {
    const record = readRecord(list, body)
    if (record) await storedList(db, list).base.put(record)
  }
  await recompute(db, list, id, now)
  await db.acknowledged.put(remembered(taken, now))
  await raiseListSeq(db, list, seq)
}

/** Takes over the returned user as the base; if that could not be read, the command's effect is kept. */
async function takeProfileChange(
  db: DosewellDatabase,
  { entry, body, seq }: Pick<Taken, 'entry' | 'body' | 'seq'>,
  changes: CommandArgs<'profile.edit'>,
  now: number,
): Promise<void> {
  await forget(db, [entry])
  const user = readCurrentUser(body)
  const base = user ? profileOf(user) : editProfile((await readProfile(db))?.base ?? {}, changes)
  await takeProfile(db, base, seq)
  await db.acknowledged.put(remembered({ entry, seq }, now))
}

async function refuse(
  db: DosewellDatabase,
  { entry, refusal }: Extract<Settled, { kind: 'refused' }>,
  now: number,
): Promise<void> {
  const { key, command } = entry
  // While it was being sent, the user may have replaced or discarded it; then this answer no longer matters.
  const found = await db.outbox.where('key').equals(key).modify({ state: 'attention', refusal })
  if (found === 0 || !command) return
  if (isOfLog(command)) {
    await keepSubject(db, key, command.args.medicationId)
    await dropUnsent(db, command)
  } else if (command.name === 'profile.edit') await recomputeProfile(db)
  else await recompute(db, listOf(command), command.args.id, now)
}

/**
 * Saves the medication with a refused entry of a log: most are refused because their medication was deleted, and the
 * next list removes that from this device.
 */
async function keepSubject(db: DosewellDatabase, key: string, id: MedicationId): Promise<void> {
  const subject = await db.medicationBase.get(id)
  if (subject) await db.outbox.where('key').equals(key).modify({ subject })
}

/** Removes a refused entry of a log, unless the server turned out to have it. */
async function dropUnsent(db: DosewellDatabase, { name, args: { id } }: DoseCommand | SupplyCommand): Promise<void> {
  const log = db.table<{ seq: number | null }, string>(name === 'dose.record' ? 'doseEvents' : 'supplyEvents')
  const event = await log.get(id)
  if (event?.seq === null) await log.delete(id)
}
