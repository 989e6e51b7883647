import type { Transaction } from 'dexie'
import type { ListName } from '#domain/protocol/lists.ts'
import type { ListState, SyncState } from '#src/sync/ports.ts'
import { FRESH_LIST } from './fresh-list.ts'
import { type StoredDoseEvent, storedDose } from './stored-dose.ts'
import type { SeenDeletion, StoredReplay } from './stored-rows.ts'

/** What states of versions 1 to 3 hold about medications, then the only list. */
interface MedicationsState {
  medicationsEtag?: ListState['etag']
  medicationsSeq?: number | undefined
  medicationsListSeq?: number | undefined
  medicationsHeld?: ListState['held']
  beforeRestore?: ListState['beforeRestore']
}

/**
 * Separates the sequences of lists and writes, which were one in version 1. With the ETag dropped, the next list tells
 * them apart.
 */
function distinguishListSeq({ value }: { value: MedicationsState }): void {
  value.medicationsListSeq = value.medicationsSeq
  value.medicationsEtag = null
}

/** How many rows of the log an upgrade holds in memory at a time. */
const PORTION = 2000

/** Finds doses without a slot for the new index. Until version 2 the index contained every row of the log. */
async function findLooseDoses(transaction: Transaction): Promise<void> {
  const log = transaction.table<StoredDoseEvent, string>('doseEvents')
  for (let after = ''; ; ) {
    const rows = await log.where('id').above(after).limit(PORTION).toArray()
    await log.bulkPut(rows.filter(({ slotId }) => slotId === null).map(storedDose))
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * Moves medications into the states by list: until version 3 they were the only list, and lost their `important` flag.
 * Dropping the ETag makes the next list bring it back.
 */
async function tellListsApart(transaction: Transaction): Promise<void> {
  const list: ListName = 'medications'
  await transaction.table<SeenDeletion>('deletions').toCollection().modify({ list })
  await transaction
    .table<StoredReplay>('giveBack')
    .toCollection()
    .modify(({ what }) => {
      if (what.kind === 'deletion' || what.kind === 'record') what.list = list
    })
  await transaction
    .table<{ key: 'sync'; value: SyncState & MedicationsState }>('state')
    .where('key')
    .equals('sync')
    .modify((row) => {
      const {
        medicationsEtag: _forgotten,
        medicationsSeq,
        medicationsListSeq,
        medicationsHeld,
        beforeRestore,
        ...rest
      } = row.value
      const medications: ListState = {
        etag: null,
        seq: medicationsSeq ?? 0,
        listSeq: medicationsListSeq ?? 0,
        held: medicationsHeld ?? null,
        ...(beforeRestore && { beforeRestore }),
      }
      row.value = { ...rest, lists: { medications, appointments: FRESH_LIST } }
    })
}

/**
 * Earlier versions dropped the exact amount of a dose and the time to which it was moved, later ones its planned
 * instant. The rows stay as they are until the log has been read again (docs/sync-spec.md, S4.9).
 */
export async function readLogAgain(transaction: Transaction): Promise<void> {
  await transaction
    .table<{ key: 'sync'; value: SyncState }>('state')
    .where('key')
    .equals('sync')
    .modify(({ value }) => {
      if (value.dosesCursor > 0) value.reread = { from: 0, to: value.dosesCursor }
    })
}

/**
 * Earlier versions dropped the barcodes of medications, later ones what is said about their supply, then their
 * notices, strength and picture, then their photo; without its ETag, the next list brings them back.
 */
async function askForMedications(transaction: Transaction): Promise<void> {
  await transaction
    .table<{ key: 'sync'; value: SyncState }>('state')
    .where('key')
    .equals('sync')
    .modify(({ value }) => {
      value.lists.medications.etag = null
    })
}

/** What a version changes in the rows of the ones before it, oldest first. */
const UPGRADES: readonly [version: number, change: (transaction: Transaction) => PromiseLike<unknown>][] = [
  [2, (transaction) => transaction.table('state').toCollection().modify(distinguishListSeq)],
  [3, findLooseDoses],
  [4, tellListsApart],
  // Versions 7, 8 and 9 asked for them too.
  [10, askForMedications],
  // Version 11 read it too.
  [12, readLogAgain],
]

/** Brings the rows of an earlier version into the form of this one. The stores already have theirs. */
export async function upgradeFrom(before: number, transaction: Transaction): Promise<void> {
  for (const [version, change] of UPGRADES) if (version > before) await change(transaction)
}
