import { readCommand } from '#domain/commands/read-command.ts'
import { type IdSource, newId } from '#domain/lib/ids.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { type AnyRecord, LIST_NAMES, type ListName } from '#domain/protocol/lists.ts'
import type { ListState, NewEpoch, SyncState } from '#src/sync/ports.ts'
import type { DosewellDatabase } from './database.ts'
import { restartPictureList } from './picture-list-state.ts'
import { storedList } from './record-view.ts'
import type { AcknowledgedCommand, StoredReplay } from './stored-rows.ts'
import { changeListState, changeSyncState, KEEP_ACKNOWLEDGED, readSyncState } from './sync-state.ts'
import { restartDocuments } from './upload-queue.ts'

type NewRow = Omit<StoredReplay, 'position'>

/**
 * Begins a new epoch in one transaction: clears the ETags, moves the cursors back and notes what has to be replayed
 * (S11.4).
 */
export function startEpoch(db: DosewellDatabase, { epoch, restoredSeq }: NewEpoch, source: IdSource): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    const before = await readSyncState(db)
    await noteReplay(db, restoredSeq, before, source)
    // A cursor further back stays there: this device never saw what lies between it and the restored commit.
    const dosesCursor = Math.min(before.dosesCursor, restoredSeq)
    const supplyCursor = Math.min(before.supplyCursor ?? 0, restoredSeq)
    const reread = upTo(before.reread, restoredSeq)
    await changeSyncState(db, { epoch, dosesCursor, supplyCursor, reread })
    for (const list of LIST_NAMES) {
      const beforeRestore = knownBefore(before.lists[list], source.now())
      await changeListState(db, list, { etag: null, seq: 0, beforeRestore })
    }
    await restartDocuments(db, restoredSeq)
    await restartPictureList(db, 'prescriptions')
  })
}

/** What comes after that commit is fetched again in any case. */
function upTo(reread: SyncState['reread'], restoredSeq: number): SyncState['reread'] {
  if (!reread || reread.from >= restoredSeq) return undefined
  return { from: reread.from, to: Math.min(reread.to, restoredSeq) }
}

/**
 * Notes everything in the order of S11.5. What still waits from an earlier epoch is sorted in with the rest, since
 * otherwise an edit could come before what it edits.
 * @param state as it was before the epoch began
 */
async function noteReplay(
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
  const supplies = await lostSupplies(db, restoredSeq, waiting)
  const undoes = new Set<string>(await db.doseEvents.where('undoes').above('').primaryKeys())
  await db.giveBack.clear()
  await db.giveBack.bulkAdd([
    ...deletions,
    ...records,
    ...own.filter(({ isUndo }) => !isUndo).map(({ row }) => commandRow(row)),
    ...others.filter((id) => !undoes.has(id)).map(doseRow),
    // An undo may be of another device's dose, which has to be there first.
    ...own.filter(({ isUndo }) => isUndo).map(({ row }) => commandRow(row)),
    ...others.filter((id) => undoes.has(id)).map(doseRow),
    ...supplies,
  ])
}

const commandRow = ({ key }: AcknowledgedCommand): NewRow => ({ key, what: { kind: 'command' } })
const doseRow = (key: string): NewRow => ({ key, what: { kind: 'dose' } })
const supplyRow = (key: string): NewRow => ({ key, what: { kind: 'supply' } })

async function deletionRows(
  db: DosewellDatabase,
  restoredSeq: number,
  waiting: StoredReplay[],
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

/**
 * Returns whether the list may be lost. Without an ETag no list was taken over since the previous epoch, so what was
 * replayed to it may be lost again.
 */
const isListLost = ({ listSeq, etag }: ListState, restoredSeq: number): boolean =>
  listSeq > restoredSeq || (etag === null && listSeq > 0)

/** Returns the sequence up to which this device's lists were complete; nothing lost is replayed after 35 days. */
function knownBefore({ listSeq, beforeRestore }: ListState, now: number) {
  const isRecent = beforeRestore && msOf(beforeRestore.at) > now - KEEP_ACKNOWLEDGED
  return isRecent ? beforeRestore : { listSeq, at: toInstant(now) }
}

/** Stores copies: a key always sends the same content, whatever happens to the record meanwhile. */
async function recordRows(db: DosewellDatabase, list: ListName, seq: number, source: IdSource): Promise<NewRow[]> {
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

async function ownCommands(db: DosewellDatabase, restoredSeq: number, waiting: StoredReplay[]): Promise<OwnCommand[]> {
  const lost = await db.acknowledged.where('seq').above(restoredSeq).toArray()
  const known = new Set(lost.map(({ key }) => key))
  const still = waiting.filter(({ key, what }) => what.kind === 'command' && !known.has(key))
  const rows = [
    ...lost,
    ...(await db.acknowledged.bulkGet(still.map(({ key }) => key))).filter((row) => row !== undefined),
  ]
  return rows.sort((a, b) => a.position - b.position).map(ownCommand)
}

function ownCommand(row: AcknowledgedCommand): OwnCommand {
  const command = readCommand(row.command)
  if (command?.name !== 'dose.record') return { row, isUndo: false, doseId: null }
  return { row, isUndo: command.args.undoes !== null, doseId: command.args.id }
}

/** Returns the ids of all other events above the restored commit, in log order. */
async function otherDoses(
  db: DosewellDatabase,
  restoredSeq: number,
  waiting: StoredReplay[],
  own: OwnCommand[],
): Promise<string[]> {
  const lost: string[] = await db.doseEvents.where('seq').above(restoredSeq).primaryKeys()
  const still = waiting.filter(({ what }) => what.kind === 'dose').map(({ key }) => key)
  const mine = new Set(own.map(({ doseId }) => doseId))
  return [...new Set([...still, ...lost])].filter((id) => !mine.has(id))
}

/**
 * Returns all supply events above the restored commit, undos last. Their own log remembers them, no matter who made
 * them.
 */
async function lostSupplies(db: DosewellDatabase, restoredSeq: number, waiting: StoredReplay[]): Promise<NewRow[]> {
  const lost: string[] = await db.supplyEvents.where('seq').above(restoredSeq).primaryKeys()
  const still = waiting.filter(({ what }) => what.kind === 'supply').map(({ key }) => key)
  const undoes = new Set<string>(await db.supplyEvents.where('undoes').above('').primaryKeys())
  const ids = [...new Set([...still, ...lost])]
  return [...ids.filter((id) => !undoes.has(id)), ...ids.filter((id) => undoes.has(id))].map(supplyRow)
}
