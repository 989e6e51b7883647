import { Dexie } from 'dexie'
import { type Command, createdBy, readCommand, referencesOf } from '#domain/commands/command.ts'
import type { IdSource, MedicationId } from '#domain/lib/ids.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { loggedDoseEventSchema } from '#domain/records/dose-event.ts'
import { listedMedicationSchema, type Medication } from '#domain/records/medication.ts'
import type { OutboxEntry, SyncState, SyncStore } from '#src/sync/ports.ts'
import type { DosewellDatabase, StoredEntry } from './database.ts'
import { recomputeMedication } from './medication-view.ts'
import { changeSyncState, KEEP_ACKNOWLEDGED, readSyncState } from './sync-state.ts'

/** The sync engine's storage on Dexie, with the clock and chance of this device. */
export function createSyncStore(db: DosewellDatabase, source: IdSource): SyncStore {
  const now = () => source.now()
  const change = (part: Partial<SyncState>) => changeSyncState(db, part)

  return {
    nextEntries: (limit) => nextEntries(db, limit),

    acknowledge(entry, answer) {
      const tables = [db.outbox, db.medications, db.medicationBase, db.doseEvents, db.acknowledged, db.state]
      return db.transaction('rw', tables, async () => {
        await db.outbox.where('key').equals(entry.key).delete()
        if (!entry.command) return
        await keepAnswer(db, entry.command, answer, now())
        await db.acknowledged.put({
          key: entry.key,
          command: entry.command,
          seq: answer.seq,
          position: entry.position,
          at: toInstant(now()),
        })
        await db.acknowledged
          .where('at')
          .below(toInstant(now() - KEEP_ACKNOWLEDGED))
          .delete()
        if (entry.command.name === 'dose.record') return
        const { medicationsSeq } = await readSyncState(db)
        await change({ medicationsSeq: Math.max(medicationsSeq, answer.seq) })
      })
    },

    refuse(entry, refusal) {
      return db.transaction('rw', [db.outbox, db.medications, db.medicationBase, db.doseEvents], async () => {
        // While it was on its way the person may have replaced or discarded it: then nobody waits for this answer.
        const found = await db.outbox.where('key').equals(entry.key).modify({ state: 'attention', refusal })
        if (found === 0 || !entry.command) return
        if (entry.command.name === 'dose.record') {
          await keepSubject(db, entry.key, entry.command.args.medicationId)
          await dropUnsent(db, entry.command.args.id)
        } else await recomputeMedication(db, entry.command.args.id, now())
      })
    },

    readState: () => readSyncState(db),

    replaceMedications(list, from) {
      const tables = [db.medications, db.medicationBase, db.outbox, db.doseEvents, db.deletions, db.state]
      return db.transaction('rw', tables, async () => {
        const { medicationsSeq } = await readSyncState(db)
        if (from.seq < medicationsSeq) return false
        await reconcile(db, list, from.seq, now())
        await dropOrphans(db, list, from.seq)
        await change({ medicationsEtag: from.etag, medicationsSeq: from.seq, medicationsListSeq: from.seq })
        return true
      })
    },

    appendDoses(events, cursor) {
      return db.transaction('rw', [db.doseEvents, db.state], async () => {
        await db.doseEvents.bulkPut(events)
        await change({ dosesCursor: cursor })
      })
    },

    rememberEpoch(epoch) {
      return db.transaction('rw', [db.state], async () => {
        if ((await readSyncState(db)).epoch === null) await change({ epoch })
      })
    },

    hasToGiveBack: async () => (await db.giveBack.count()) > 0,
    startEpoch: async (begun) => (await lateStore()).startEpoch(db, begun, source),
    nextGiveBack: async (limit) => (await lateStore()).nextGiveBack(db, limit),
    givenBack: async (settled) => (await lateStore()).givenBack(db, settled, source),

    markSynced: (at, upTo) =>
      db.transaction('rw', [db.state], () =>
        change({
          syncedAt: at,
          ...(upTo && { medicationsHeld: { epoch: upTo.epoch, version: upTo.medications } }),
        }),
      ),
  }
}

/** Fetched when it is needed, outside of any transaction: no start waits for the code of so rare a case. */
const lateStore = () => import('./give-back.ts')

const entryOf = (row: StoredEntry): OutboxEntry => ({
  position: row.position,
  key: row.key,
  command: readCommand(row.command),
  madeAt: row.madeAt,
  state: row.state,
  refusal: row.refusal,
})

/** Waiting entries in order without those that need a record whose own write was refused. */
async function nextEntries(db: DosewellDatabase, limit: number): Promise<OutboxEntry[]> {
  return db.transaction('r', [db.outbox], async () => {
    const refused = new Set<string>()
    for (const row of await db.outbox.where('state').equals('attention').toArray()) {
      const command = readCommand(row.command)
      const created = command && createdBy(command)
      if (created) refused.add(created)
    }
    const entries: OutboxEntry[] = []
    await db.outbox
      .orderBy('position')
      .filter((row) => row.state === 'waiting')
      .until(() => entries.length >= limit)
      .each((row) => {
        const entry = entryOf(row)
        const waits = entry.command && referencesOf(entry.command).some((id) => refused.has(id))
        if (!waits) entries.push(entry)
      })
    return entries
  })
}

/** Base and view take over what the server answered; a record it did not send back keeps what the command made of it. */
async function keepAnswer(
  db: DosewellDatabase,
  command: Command,
  answer: { body: unknown; seq: number },
  now: number,
): Promise<void> {
  if (command.name === 'dose.record') {
    const logged = loggedDoseEventSchema.safeParse(answer.body)
    await db.doseEvents.put(logged.success ? logged.data : { ...command.args, seq: answer.seq })
    return
  }
  const { id } = command.args
  if (command.name === 'medication.delete') await removeMedication(db, id)
  else {
    const listed = listedMedicationSchema.safeParse(answer.body)
    if (listed.success) {
      const { isActive: _computed, ...record } = listed.data
      await db.medicationBase.put(record)
    }
  }
  await recomputeMedication(db, id, now)
}

/** The base becomes the list; what is missing in it was deleted elsewhere, and its history with it. */
async function reconcile(db: DosewellDatabase, list: Medication[], seq: number, now: number): Promise<void> {
  const before = new Map((await db.medicationBase.toArray()).map((record) => [record.id, record]))
  for (const record of list) {
    const known = before.get(record.id)
    before.delete(record.id)
    if (known && known.updatedAt === record.updatedAt && JSON.stringify(known) === JSON.stringify(record))
      continue
    await db.medicationBase.put(record)
    await recomputeMedication(db, record.id, now)
  }
  if (before.size > 0) await forgetOldDeletions(db, now)
  for (const id of before.keys()) {
    await db.deletions.put({ id, seq, at: toInstant(now) })
    await removeMedication(db, id)
    await recomputeMedication(db, id, now)
  }
}

const forgetOldDeletions = (db: DosewellDatabase, now: number) =>
  db.deletions
    .where('at')
    .below(toInstant(now - KEEP_ACKNOWLEDGED))
    .delete()

/**
 * The log may have brought doses of a medication that was added and deleted between two lists: it never was in the base.
 * What was logged up to the list's own commit and has no medication in it went with that medication.
 */
async function dropOrphans(db: DosewellDatabase, list: Medication[], seq: number): Promise<void> {
  const listed = new Set(list.map((record) => record.id))
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
}

/** Doses that only this device has stay: their own write is still to be decided, and seen by the person. */
async function removeMedication(db: DosewellDatabase, id: MedicationId): Promise<void> {
  await db.medicationBase.delete(id)
  await db.doseEvents
    .where('[medicationId+at]')
    .between([id, Dexie.minKey], [id, Dexie.maxKey])
    .filter((event) => event.seq !== null)
    .delete()
}

/** Why a dose is refused is most often that its medication was deleted; the next list takes it from this device. */
async function keepSubject(db: DosewellDatabase, key: string, id: MedicationId): Promise<void> {
  const subject = await db.medicationBase.get(id)
  if (subject) await db.outbox.where('key').equals(key).modify({ subject })
}

/** Takes a refused dose back, unless the server turned out to have it. */
async function dropUnsent(db: DosewellDatabase, id: string): Promise<void> {
  const event = await db.doseEvents.where('id').equals(id).first()
  if (event && event.seq === null) await db.doseEvents.where('id').equals(id).delete()
}

/** How long ago the oldest waiting write was made, in milliseconds; null when nothing waits. */
export const oldestWaiting = (rows: readonly StoredEntry[], now: number): number | null => {
  const made = rows.filter((row) => row.state === 'waiting').map((row) => msOf(row.madeAt))
  return made.length === 0 ? null : now - Math.min(...made)
}
