import {
  type Command,
  createdBy,
  isAddition,
  isOfList,
  listOf,
  readCommand,
  referencesOf,
} from '#domain/commands/command.ts'
import { type IdSource, newId } from '#domain/lib/ids.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { type AnyRecord, LIST_NAMES, type ListName } from '#domain/protocol/lists.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { type DoseEvent, loggedDoseEventSchema } from '#domain/records/dose-event.ts'
import { type Medication, planOf } from '#domain/records/medication.ts'
import type {
  GiveBackEntry,
  GivenBack,
  ListState,
  NewEpoch,
  SyncState,
  WriteRefusal,
} from '#src/sync/ports.ts'
import type { AcknowledgedCommand, DosewellDatabase, StoredEntry, StoredGiveBack } from './database.ts'
import { restartDocuments } from './document-store.ts'
import { recomputeProfile } from './profile-view.ts'
import { recompute, storedList } from './record-view.ts'
import { eventOf, type StoredDoseEvent, storedDose } from './stored-dose.ts'
import {
  changeListState,
  changeSyncState,
  KEEP_ACKNOWLEDGED,
  raiseListSeq,
  readSyncState,
} from './sync-state.ts'
import { recordOf } from './write.ts'

type NewRow = Omit<StoredGiveBack, 'position'>

/** The part of the engine's storage that only a restored server needs (src/sync/ports.ts, SyncStore). */

/** Begins a new epoch, in one transaction: ETags forgotten, cursor taken back, what is to be given back noted (S11.4). */
export function startEpoch(
  db: DosewellDatabase,
  { epoch, restoredSeq }: NewEpoch,
  source: IdSource,
): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    const before = await readSyncState(db)
    await noteGiveBack(db, restoredSeq, before, source)
    // A cursor that is behind stays there: what lies between it and the restored commit was never seen here.
    const dosesCursor = Math.min(before.dosesCursor, restoredSeq)
    await changeSyncState(db, { epoch, dosesCursor })
    for (const list of LIST_NAMES) {
      const beforeRestore = knownBefore(before.lists[list], source.now())
      await changeListState(db, list, { etag: null, seq: 0, beforeRestore })
    }
    await restartDocuments(db, restoredSeq)
  })
}

/**
 * Everything in the order of S11.5, and with it what still waits since an earlier epoch: that is given in its place of the
 * whole, or an edit would come before what it edits.
 * @param state as it was before the epoch began
 */
async function noteGiveBack(
  db: DosewellDatabase,
  restoredSeq: number,
  state: SyncState,
  source: IdSource,
): Promise<void> {
  const waiting = await db.giveBack.orderBy('position').toArray()
  const deletions = await deletionRows(db, restoredSeq, waiting, source)
  const records: NewRow[] = []
  for (const list of LIST_NAMES) {
    const before = state.lists[list]
    if (!isListLost(before, restoredSeq)) continue
    const { listSeq } = knownBefore(before, source.now())
    records.push(...(await recordRows(db, list, listSeq, source)))
  }
  const own = await ownCommands(db, restoredSeq, waiting)
  const others = await otherDoses(db, restoredSeq, waiting, own)
  const undoes = new Set<string>(await db.doseEvents.where('undoes').above('').primaryKeys())
  await db.giveBack.clear()
  await db.giveBack.bulkAdd([
    ...deletions,
    ...records,
    ...own.filter(({ isUndo }) => !isUndo).map(({ row }) => commandRow(row)),
    ...others.filter((id) => !undoes.has(id)).map(doseRow),
    // An undo may take back the dose of another device, which has to be there before it.
    ...own.filter(({ isUndo }) => isUndo).map(({ row }) => commandRow(row)),
    ...others.filter((id) => undoes.has(id)).map(doseRow),
  ])
}

const commandRow = ({ key }: AcknowledgedCommand): NewRow => ({ key, what: { kind: 'command' } })
const doseRow = (key: string): NewRow => ({ key, what: { kind: 'dose' } })

async function deletionRows(
  db: DosewellDatabase,
  restoredSeq: number,
  waiting: StoredGiveBack[],
  source: IdSource,
): Promise<NewRow[]> {
  const keys = new Map<string, string>()
  for (const { key, what } of waiting) if (what.kind === 'deletion') keys.set(what.id, key)
  const seen = await db.deletions.toArray()
  return seen
    .filter(({ id, seq }) => seq > restoredSeq || keys.has(id))
    .sort((a, b) => a.seq - b.seq)
    .map(({ id, list }) => ({ key: keys.get(id) ?? newId(source), what: { kind: 'deletion', list, id } }))
}

/** Without an ETag no list was taken over since the epoch before, so that what it gave back may be lost again. */
const isListLost = ({ listSeq, etag }: ListState, restoredSeq: number): boolean =>
  listSeq > restoredSeq || (etag === null && listSeq > 0)

/** Up to where the lists were complete that this device took over; nothing that was lost is given back after 35 days. */
function knownBefore({ listSeq, beforeRestore }: ListState, now: number) {
  const isRecent = beforeRestore && msOf(beforeRestore.at) > now - KEEP_ACKNOWLEDGED
  return isRecent ? beforeRestore : { listSeq, at: toInstant(now) }
}

/** Copies: under one key always the same is sent, whatever becomes of the record meanwhile. */
async function recordRows(
  db: DosewellDatabase,
  list: ListName,
  seq: number,
  source: IdSource,
): Promise<NewRow[]> {
  const records: AnyRecord[] = await storedList(db, list).base.toArray()
  return records.map((record) => ({
    key: newId(source),
    what: { kind: 'record', list, record, seq: Math.max(1, seq) },
  }))
}

interface OwnCommand {
  row: AcknowledgedCommand
  isUndo: boolean
  /** The event it recorded; null for a command about a medication. */
  doseId: string | null
}

async function ownCommands(
  db: DosewellDatabase,
  restoredSeq: number,
  waiting: StoredGiveBack[],
): Promise<OwnCommand[]> {
  const lost = await db.acknowledged.where('seq').above(restoredSeq).toArray()
  const known = new Set(lost.map(({ key }) => key))
  const still = waiting.filter(({ key, what }) => what.kind === 'command' && !known.has(key))
  const rows = [...lost, ...present(await db.acknowledged.bulkGet(still.map(({ key }) => key)))]
  return rows.sort((a, b) => a.position - b.position).map(ownCommand)
}

function ownCommand(row: AcknowledgedCommand): OwnCommand {
  const command = readCommand(row.command)
  if (command?.name !== 'dose.record') return { row, isUndo: false, doseId: null }
  return { row, isUndo: command.args.undoes !== null, doseId: command.args.id }
}

/** The ids of all other events above the restored commit, in the order of the log. */
async function otherDoses(
  db: DosewellDatabase,
  restoredSeq: number,
  waiting: StoredGiveBack[],
  own: OwnCommand[],
): Promise<string[]> {
  const lost: string[] = await db.doseEvents.where('seq').above(restoredSeq).primaryKeys()
  const still = waiting.filter(({ what }) => what.kind === 'dose').map(({ key }) => key)
  const mine = new Set(own.map(({ doseId }) => doseId))
  return [...new Set([...still, ...lost])].filter((id) => !mine.has(id))
}

const present = <T>(found: (T | undefined)[]): T[] => found.flatMap((one) => (one === undefined ? [] : [one]))

/** What comes next, with everything that is sent of it; a row that has lost what it stands for is dropped. */
export function nextGiveBack(db: DosewellDatabase, limit: number): Promise<GiveBackEntry[]> {
  return db.transaction('rw', [db.giveBack, db.acknowledged, db.deletions, db.doseEvents], async () => {
    for (;;) {
      const rows = await db.giveBack.orderBy('position').limit(limit).toArray()
      const entries = await entriesOf(db, rows)
      const found = new Set(entries.map(({ position }) => position))
      const dangling = rows.filter(({ position }) => !found.has(position))
      if (dangling.length > 0) await db.giveBack.bulkDelete(dangling.map(({ position }) => position))
      if (entries.length > 0 || rows.length === 0) return entries
    }
  })
}

async function entriesOf(db: DosewellDatabase, rows: StoredGiveBack[]): Promise<GiveBackEntry[]> {
  const keysOf = (kind: StoredGiveBack['what']['kind']) =>
    rows.filter(({ what }) => what.kind === kind).map(({ key }) => key)
  const commands = byKey(await db.acknowledged.bulkGet(keysOf('command')), ({ key }) => key)
  const doses = byKey(await db.doseEvents.bulkGet(keysOf('dose') as DoseEvent['id'][]), ({ id }) => id)
  const deletions = byKey(await db.deletions.toArray(), ({ id }) => id)
  const resolve = ({ key, what }: StoredGiveBack): Pick<GiveBackEntry, 'originalSeq' | 'what'> | null => {
    switch (what.kind) {
      case 'deletion':
        return { originalSeq: deletions.get(what.id)?.seq ?? 1, what }
      case 'record':
        return { originalSeq: what.seq, what: { kind: 'record', list: what.list, record: what.record } }
      case 'command': {
        const row = commands.get(key)
        return row ? ownEntry(row) : null
      }
      case 'dose': {
        const event = doses.get(key)
        return event ? { originalSeq: event.seq ?? 1, what: { kind: 'dose', event: eventOf(event) } } : null
      }
    }
  }
  return rows.flatMap((row) => {
    const resolved = resolve(row)
    return resolved ? [{ position: row.position, key: row.key, ...resolved }] : []
  })
}

const ownEntry = (row: AcknowledgedCommand): Pick<GiveBackEntry, 'originalSeq' | 'what'> => ({
  originalSeq: row.originalSeq ?? row.seq,
  what: { kind: 'command', command: readCommand(row.command) },
})

function byKey<T>(found: (T | undefined)[], keyOf: (one: T) => string): Map<string, T> {
  return new Map(present(found).map((one) => [keyOf(one), one]))
}

/**
 * Takes over what a restored server said to what it was given back. Base and view stay as they are: the list that comes
 * afterwards brings what the server made of it all.
 */
export function givenBack(db: DosewellDatabase, settled: GivenBack[], source: IdSource): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    const taken = settled.filter((one) => one.kind === 'taken')
    await db.doseEvents.bulkPut(taken.flatMap((one) => renumbered(one) ?? []))
    for (const one of taken.filter(hasSeq)) await rememberSeq(db, one)
    for (const one of settled) {
      if (one.kind === 'refused') await keepForPerson(db, one.entry, one.refusal, source)
    }
    const gone = settled.filter((one) => one.kind === 'gone')
    for (const entry of await waitingForRefused(db, gone)) await keepForPerson(db, entry, null, source)
    await db.giveBack.bulkDelete(settled.map(({ entry }) => entry.position))
    for (const { entry, seq } of taken) {
      const list = listIn(entry.what)
      if (list) await raiseListSeq(db, list, seq)
    }
  })
}

/** The list that a write given back is about; null for a dose, the profile and what cannot be read. */
function listIn(what: GiveBackEntry['what']): ListName | null {
  if (what.kind === 'deletion' || what.kind === 'record') return what.list
  const command = commandOf(what)
  return command && isOfList(command) ? listOf(command) : null
}

type Taken = Extract<GivenBack, { kind: 'taken' }>

/** The event in its place in the log of the new epoch; null when something else was given back. */
function renumbered({ entry, body, seq }: Taken): StoredDoseEvent | null {
  const command = commandOf(entry.what)
  if (command?.name !== 'dose.record') return null
  const logged = loggedDoseEventSchema.safeParse(body)
  return storedDose(logged.success ? logged.data : { ...command.args, seq })
}

/** The others are left out beforehand: Dexie loses its transaction over a long chain of awaits without a request. */
const hasSeq = ({ entry }: Taken): boolean => entry.what.kind === 'deletion' || entry.what.kind === 'command'

/** Under the sequence of the new epoch, so that a second restore gives it back again if it loses this. */
async function rememberSeq(db: DosewellDatabase, { entry, seq }: Taken): Promise<void> {
  const { what, key, originalSeq } = entry
  if (what.kind === 'deletion') await db.deletions.where('id').equals(what.id).modify({ seq })
  if (what.kind === 'command') await db.acknowledged.update(key, { seq, originalSeq })
}

/** Those whose record was given back before them and refused: that was not deleted, and they wait with it (S6.4). */
async function waitingForRefused(
  db: DosewellDatabase,
  gone: Extract<GivenBack, { kind: 'gone' }>[],
): Promise<GiveBackEntry[]> {
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
 * Makes an entry of the outbox of what the server did not take: refused, it is shown with everything that is in it
 * (S11.9); without a refusal it waits there for the record that was. Its effect leaves the view until then (S3.3).
 */
async function keepForPerson(
  db: DosewellDatabase,
  { key, what }: GiveBackEntry,
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
  // Its place in the order of this device is still free: positions are given out once.
  // What an earlier restore made an entry of, another device may have brought into the log again: it stays one entry.
  const place = before ?? (await db.outbox.where('key').equals(entry.key).first())
  const row = place ? { ...entry, position: place.position } : entry
  await db.outbox.put(row)
  if (read) await showUnsent(db, read, refusal !== null, source.now())
}

async function showUnsent(
  db: DosewellDatabase,
  command: Command,
  isRefused: boolean,
  now: number,
): Promise<void> {
  if (command.name === 'dose.record') {
    if (isRefused) await db.doseEvents.delete(command.args.id)
    else await db.doseEvents.put(storedDose({ ...command.args, seq: null }))
    return
  }
  if (command.name === 'profile.edit') return recomputeProfile(db)
  const list = listOf(command)
  if (isAddition(command) && isRefused) await storedList(db, list).base.delete(command.args.id)
  await recompute(db, list, command.args.id, now)
}

/** The command that would bring about what is given back; null for a deletion, and for what cannot be read. */
function commandOf(what: GiveBackEntry['what']): Command | null {
  switch (what.kind) {
    case 'deletion':
      return null
    case 'record':
      return what.list === 'medications'
        ? additionOf(what.record as Medication)
        : visitAdditionOf(what.record as Appointment)
    case 'command':
      return what.command
    case 'dose':
      return { name: 'dose.record', args: what.event }
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
    ...planOf(record),
    createdAt: record.createdAt,
    allowDuplicate: false,
  },
})

const visitAdditionOf = ({ isCompleted: _over, updatedAt: _then, ...visit }: Appointment): Command => ({
  name: 'appointment.add',
  args: { ...visit, allowDuplicate: false },
})
