import type { Transaction } from 'dexie'
import type { ListName } from '#domain/protocol/lists.ts'
import type { ListState, SyncState } from '#src/sync/ports.ts'
import { FRESH_LIST } from './fresh-list.ts'
import { type StoredDoseEvent, storedDose } from './stored-dose.ts'
import type { SeenDeletion, StoredReplay } from './stored-rows.ts'

/** What is known of the medications in a state of versions 1 to 3, which knew of no other list. */
interface MedicationsState {
  medicationsEtag?: ListState['etag']
  medicationsSeq?: number | undefined
  medicationsListSeq?: number | undefined
  medicationsHeld?: ListState['held']
  beforeRestore?: ListState['beforeRestore']
}

/** Version 1 kept one sequence for lists and writes. Without the ETag the next list tells them apart. */
export function distinguishListSeq({ value }: { value: MedicationsState }): void {
  value.medicationsListSeq = value.medicationsSeq
  value.medicationsEtag = null
}

/** How many rows of the log an upgrade holds in memory at once. */
const PORTION = 2000

/** Until version 2 a dose without a slot was found by an index that held every row of the log. */
export async function findLooseDoses(transaction: Transaction): Promise<void> {
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
 * Until version 3 medications were the only list, and the mark of an important one was dropped from it: without the
 * ETag the next list brings it.
 */
export async function tellListsApart(transaction: Transaction): Promise<void> {
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
