import { Dexie } from 'dexie'
import { readCommand } from '#domain/commands/read-command.ts'
import { createdBy, referencesOf } from '#domain/commands/references.ts'
import type { IdSource } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { type AnyRecord, LIST_NAMES, type ListName, type UnreadRecord } from '#domain/protocol/lists.ts'
import type { OutboxEntry, SyncState, SyncStore } from '#src/sync/ports.ts'
import { takeCarried } from './carried-doses.ts'
import type { DosewellDatabase } from './database.ts'
import { profileOf, takeProfile } from './profile-view.ts'
import { removeRecord, removeSupplies } from './record-removal.ts'
import { recompute, storedList, writeTables } from './record-view.ts'
import { settle } from './settle.ts'
import { storedDose } from './stored-dose.ts'
import type { StoredEntry } from './stored-rows.ts'
import { changeListState, changeSyncState, KEEP_ACKNOWLEDGED, readSyncState } from './sync-state.ts'

/** Returns the sync engine's storage on Dexie, with this device's clock and randomness. */
export function createSyncStore(db: DosewellDatabase, source: IdSource): SyncStore {
  const now = () => source.now()
  const change = (part: Partial<SyncState>) => changeSyncState(db, part)

  return {
    nextEntries: (limit) => nextEntries(db, limit),

    settle: (settled) => settle(db, settled, now()),

    readState: () => readSyncState(db),

    replaceList(list, records, { etag, seq, unread = [] }) {
      return db.transaction('rw', [...writeTables(db), db.deletions], async () => {
        const { lists } = await readSyncState(db)
        if (seq < lists[list].seq) return false
        await reconcile(db, list, records, { seq, now: now(), unread })
        if (list === 'medications') await dropOrphans(db, [...records, ...unread], seq)
        await changeListState(db, list, { etag, seq, listSeq: seq, unread })
        return true
      })
    },

    replaceProfile: (user, seq) =>
      db.transaction('rw', [db.state, db.outbox], () => takeProfile(db, profileOf(user), seq)),

    appendDoses(events, cursor) {
      return db.transaction('rw', [db.doseEvents, db.state], async () => {
        await db.doseEvents.bulkPut(events.map(storedDose))
        await change({ dosesCursor: cursor })
      })
    },

    replaceDoses(events, { from, to }) {
      return db.transaction('rw', [db.doseEvents, db.state], async () => {
        const held = await db.doseEvents.bulkGet(events.map(({ id }) => id))
        // What is missing here went with its medication, perhaps before the server knows.
        await db.doseEvents.bulkPut(events.filter((_, index) => held[index] !== undefined).map(storedDose))
        const { reread } = await readSyncState(db)
        if (reread?.from === from) await change({ reread: to < reread.to ? { from: to, to: reread.to } : undefined })
      })
    },

    appendSupplies(events, cursor) {
      return db.transaction('rw', [db.supplyEvents, db.state], async () => {
        await db.supplyEvents.bulkPut(events)
        await change({ supplyCursor: cursor })
      })
    },

    takeCarried: (told) => takeCarried(db, told),

    rememberEpoch(epoch) {
      return db.transaction('rw', [db.state], async () => {
        if ((await readSyncState(db)).epoch === null) await change({ epoch })
      })
    },

    hasToReplay: async () => (await db.giveBack.count()) > 0,
    startEpoch: async (begun) => (await lateStore()).startEpoch(db, begun, source),
    nextReplay: async (limit) => (await lateStore()).nextReplay(db, limit),
    settleReplay: async (settled) => (await lateStore()).settleReplay(db, settled, source),

    markSynced: (at, upTo) =>
      db.transaction('rw', [db.state], async () => {
        await change({ syncedAt: at })
        for (const list of LIST_NAMES) {
          const version = upTo?.[list]
          if (upTo && version !== undefined) {
            await changeListState(db, list, { held: { epoch: upTo.epoch, version } })
          }
        }
      }),
  }
}

/** Loads the code on demand, outside any transaction: no start should wait for the code of such a rare case. */
const lateStore = () => import('./replay.ts')

const entryOf = (row: StoredEntry): OutboxEntry => ({
  position: row.position,
  key: row.key,
  command: readCommand(row.command),
  madeAt: row.madeAt,
  state: row.state,
  refusal: row.refusal,
})

/** Returns waiting entries in order, without those that need a record whose own write was refused. */
async function nextEntries(db: DosewellDatabase, limit: number): Promise<OutboxEntry[]> {
  return db.transaction('r', [db.outbox], async () => {
    const rowsAbove = (position: number) => db.outbox.where('position').above(position).limit(limit).toArray()
    const [refusedRows, firstRows] = await Promise.all([
      db.outbox.where('state').equals('attention').toArray(),
      rowsAbove(0),
    ])
    const refused = new Set<string>()
    for (const row of refusedRows) {
      const command = readCommand(row.command)
      const created = command && createdBy(command)
      if (created) refused.add(created)
    }
    const isFree = ({ command }: OutboxEntry) => !command || !referencesOf(command).some((id) => refused.has(id))
    const entries: OutboxEntry[] = []
    // Read in large chunks: a cursor takes ten times as long as reading many rows together.
    for (let rows = firstRows; ; ) {
      const waiting = rows.filter(({ state }) => state === 'waiting').map(entryOf)
      entries.push(...waiting.filter(isFree).slice(0, limit - entries.length))
      const last = rows.at(-1)
      if (!last || rows.length < limit || entries.length === limit) return entries
      rows = await rowsAbove(last.position)
    }
  })
}

/** Replaces the base with the list; what is missing from it was deleted elsewhere, along with its history. */
async function reconcile(
  db: DosewellDatabase,
  list: ListName,
  records: readonly AnyRecord[],
  { seq, now, unread }: { seq: number; now: number; unread: readonly UnreadRecord[] },
): Promise<void> {
  const { base } = storedList(db, list)
  const before = new Map((await base.toArray()).map((record) => [record.id as string, record]))
  for (const record of records) {
    const known = before.get(record.id)
    before.delete(record.id)
    if (known && known.updatedAt === record.updatedAt && JSON.stringify(known) === JSON.stringify(record)) continue
    await base.put(record)
    await recompute(db, list, record.id, now)
  }
  // What this version does not understand stays as it last understood it.
  for (const { id } of unread) before.delete(id)
  if (before.size > 0) await forgetOldDeletions(db, now)
  for (const id of before.keys()) {
    await db.deletions.put({ id, list, seq, at: toInstant(now) })
    await removeRecord(db, list, id)
    await recompute(db, list, id, now)
  }
}

const forgetOldDeletions = (db: DosewellDatabase, now: number) =>
  db.deletions
    .where('at')
    .below(toInstant(now - KEEP_ACKNOWLEDGED))
    .delete()

/**
 * Deletes doses and supply events without a medication. The log may have brought doses of a medication that was added
 * and deleted between two lists and so never reached the base. Doses logged up to the list's own commit whose
 * medication is not in it were deleted with that medication.
 */
async function dropOrphans(db: DosewellDatabase, list: readonly { id: string }[], seq: number): Promise<void> {
  const listed = new Set<string>(list.map((record) => record.id))
  const log = db.doseEvents
  let dose = await log.orderBy('[medicationId+at]').first()
  while (dose) {
    const all = [dose.medicationId, Dexie.maxKey]
    if (!listed.has(dose.medicationId)) {
      await log
        .where('[medicationId+at]')
        .between([dose.medicationId, Dexie.minKey], all)
        .filter((event) => event.seq !== null && event.seq <= seq)
        .delete()
    }
    dose = await log.where('[medicationId+at]').above(all).first()
  }
  for (const id of await db.supplyEvents.orderBy('medicationId').uniqueKeys()) {
    if (!listed.has(String(id))) await removeSupplies(db, String(id), seq)
  }
}
