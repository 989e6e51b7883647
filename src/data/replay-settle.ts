import { type Command, isAddition, isOfList, listOf } from '#domain/commands/command.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import { createdBy, referencesOf } from '#domain/commands/references.ts'
import { type IdSource, newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { ListName } from '#domain/protocol/lists.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import { givenExtras } from '#domain/records/medication-extras.ts'
import { loggedSupplyEventSchema } from '#domain/records/supply-event.ts'
import { planOf } from '#domain/schedule/plan.ts'
import type { ReplayEntry, Replayed, WriteRefusal } from '#src/sync/ports.ts'
import type { DosewellDatabase } from './database.ts'
import { recordOf } from './outbox-entry.ts'
import { placedDose } from './placed-dose.ts'
import { recomputeProfile } from './profile-view.ts'
import { recompute, storedList } from './record-view.ts'
import { type StoredDoseEvent, storedDose } from './stored-dose.ts'
import type { StoredEntry } from './stored-rows.ts'
import type { StoredSupplyEvent } from './stored-supply.ts'
import { changeSyncState, raiseListSeq } from './sync-state.ts'

/**
 * Takes over a restored server's answers to what was replayed. Base and view stay unchanged; the next list brings what
 * the server made of it all.
 */
export function settleReplay(db: DosewellDatabase, settled: Replayed[], source: IdSource): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    const taken = settled.filter((one) => one.kind === 'taken')
    await db.doseEvents.bulkPut(taken.flatMap((one) => renumbered(one) ?? []))
    await db.supplyEvents.bulkPut(taken.flatMap((one) => renumberedSupply(one) ?? []))
    for (const one of taken.filter(hasSeq)) await rememberSeq(db, one)
    for (const one of settled) {
      if (one.kind === 'refused') await keepForPerson(db, one.entry, one.refusal, source)
    }
    const gone = settled.filter((one) => one.kind === 'gone')
    const waiting = await waitingForRefused(db, gone)
    for (const entry of waiting) await keepForPerson(db, entry, null, source)
    await forgetEvents(
      db,
      gone.map(({ entry }) => entry).filter((entry) => !waiting.includes(entry)),
    )
    if (settled.some(bringsBack)) await changeSyncState(db, { dosesCursor: 0, supplyCursor: 0 })
    await db.giveBack.bulkDelete(settled.map(({ entry }) => entry.position))
    for (const { entry, seq } of taken) {
      const list = listIn(entry.what)
      if (list) await raiseListSeq(db, list, seq)
    }
  })
}

/**
 * Removes events that the server no longer takes from the log: their medication is not there. A list removes only what
 * lies below its own commit, and these have places of an epoch that went further.
 */
async function forgetEvents(db: DosewellDatabase, entries: readonly ReplayEntry[]): Promise<void> {
  const commands = entries.flatMap(({ what }) => commandOf(what) ?? [])
  await db.doseEvents.bulkDelete(commands.flatMap(({ name, args }) => (name === 'dose.record' ? args.id : [])))
  await db.supplyEvents.bulkDelete(commands.flatMap(({ name, args }) => (name === 'supply.record' ? args.id : [])))
}

/**
 * Returns whether a medication is back that was deleted here along with its logs, as the server did not take the
 * deletion again: its entries lie before the cursors.
 */
function bringsBack({ kind, entry: { what } }: Replayed): boolean {
  if (kind !== 'refused' && kind !== 'not-allowed') return false
  if (what.kind === 'deletion') return what.list === 'medications'
  return commandOf(what)?.name === 'medication.delete'
}

/** Returns the list that a replayed write is about; null for a dose, the profile and anything unreadable. */
function listIn(what: ReplayEntry['what']): ListName | null {
  if (what.kind === 'deletion' || what.kind === 'record') return what.list
  const command = commandOf(what)
  return command && isOfList(command) ? listOf(command) : null
}

type Taken = Extract<Replayed, { kind: 'taken' }>

/** Returns the event at its place in the new epoch's log; null if something else was replayed. */
function renumbered({ entry, ...answer }: Taken): StoredDoseEvent | null {
  const command = commandOf(entry.what)
  return command?.name === 'dose.record' ? placedDose(command.args, answer) : null
}

function renumberedSupply({ entry: { what }, body, seq }: Taken): StoredSupplyEvent | null {
  if (what.kind !== 'supply') return null
  const logged = loggedSupplyEventSchema.safeParse(body)
  return { ...what.event, seq: logged.success ? logged.data.seq : seq }
}

/** Filters in advance: Dexie loses its transaction over a long chain of awaits without a request. */
const hasSeq = ({ entry }: Taken): boolean => entry.what.kind === 'deletion' || entry.what.kind === 'command'

/** Stores the sequence of the new epoch, so that the entry is replayed again if a second restore loses it. */
async function rememberSeq(db: DosewellDatabase, { entry, seq }: Taken): Promise<void> {
  const { what, key, originalSeq } = entry
  if (what.kind === 'deletion') await db.deletions.where('id').equals(what.id).modify({ seq })
  if (what.kind === 'command') await db.acknowledged.update(key, { seq, originalSeq })
}

/**
 * Returns entries whose record was replayed before them and refused: it was not deleted, so they wait with it (S6.4).
 */
async function waitingForRefused(
  db: DosewellDatabase,
  gone: Extract<Replayed, { kind: 'gone' }>[],
): Promise<ReplayEntry[]> {
  if (gone.length === 0) return []
  const refused = new Set<string>()
  for (const row of await db.outbox.where('state').equals('attention').toArray()) {
    const command = readCommand(row.command)
    const made = command && createdBy(command)
    if (made) refused.add(made)
  }
  return gone.flatMap(({ entry }) => {
    const command = commandOf(entry.what)
    return command && referencesOf(command).some((id) => refused.has(id)) ? [entry] : []
  })
}

/**
 * Turns what the server did not accept into an outbox entry. A refused one is shown with all its content (S11.9); one
 * without a refusal waits there for its refused record. Until then its effect leaves the view (S3.3).
 */
async function keepForPerson(
  db: DosewellDatabase,
  { key, what }: ReplayEntry,
  refusal: WriteRefusal | null,
  source: IdSource,
): Promise<void> {
  const before = what.kind === 'command' ? await db.acknowledged.get(key) : undefined
  const command = commandOf(what) ?? before?.command
  if (!command) return
  const read = readCommand(command)
  const entry = {
    // Under its own key the server would repeat that there is no such record.
    key: refusal ? key : newId(source),
    command,
    ...(read ? recordOf(read) : { recordId: key, kind: 'medication' }),
    madeAt: before?.at ?? toInstant(source.now()),
    state: refusal ? 'attention' : 'waiting',
    refusal,
  } satisfies Omit<StoredEntry, 'position'>
  await db.acknowledged.delete(key)
  // Its position on this device is still free: positions are never reused.
  // If an earlier restore already made an entry of it and another device brought it into the log again, it stays one
  // entry.
  const place = before ?? (await db.outbox.where('key').equals(entry.key).first())
  const row = place ? { ...entry, position: place.position } : entry
  await db.outbox.put(row)
  if (read) await showUnsent(db, read, refusal !== null, source.now())
}

async function showUnsent(db: DosewellDatabase, command: Command, isRefused: boolean, now: number): Promise<void> {
  if (command.name === 'dose.record') {
    if (isRefused) await db.doseEvents.delete(command.args.id)
    else await db.doseEvents.put(storedDose({ ...command.args, seq: null }))
    return
  }
  if (command.name === 'supply.record') {
    if (isRefused) await db.supplyEvents.delete(command.args.id)
    else await db.supplyEvents.put({ ...command.args, seq: null })
    return
  }
  if (command.name === 'profile.edit') return recomputeProfile(db)
  const list = listOf(command)
  if (isAddition(command) && isRefused) await storedList(db, list).base.delete(command.args.id)
  await recompute(db, list, command.args.id, now)
}

/** Returns the command that would produce what is replayed; null for a deletion and for anything unreadable. */
function commandOf(what: ReplayEntry['what']): Command | null {
  switch (what.kind) {
    case 'deletion':
      return null
    case 'record':
      return what.list === 'medications'
        ? additionOf(what.record as Medication)
        : appointmentAdditionOf(what.record as Appointment)
    case 'command':
      return what.command
    case 'dose':
      return { name: 'dose.record', args: what.event }
    case 'supply':
      return { name: 'supply.record', args: what.event }
  }
}

const additionOf = (record: Medication): Command => ({
  name: 'medication.add',
  args: {
    id: record.id,
    name: record.name,
    dosage: record.dosage,
    frequency: record.frequency,
    instructions: record.instructions,
    important: record.important ?? false,
    ...(record.barcodes && { barcodes: record.barcodes }),
    ...givenExtras(record),
    ...planOf(record),
    createdAt: record.createdAt,
    allowDuplicate: false,
  },
})

const appointmentAdditionOf = ({
  isCompleted: _over,
  updatedAt: _then,
  changedAt: _before,
  ...appointment
}: Appointment): Command => ({
  name: 'appointment.add',
  args: { ...appointment, allowDuplicate: false },
})
