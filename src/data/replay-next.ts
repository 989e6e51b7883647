import { readCommand } from '#domain/commands/read-command.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import type { ReplayEntry } from '#src/sync/ports.ts'
import type { DosewellDatabase } from './database.ts'
import { eventOf } from './stored-dose.ts'
import type { AcknowledgedCommand, StoredReplay } from './stored-rows.ts'
import { supplyEventOf } from './stored-supply.ts'

/** Returns the next rows with everything to be sent for them; a row whose content no longer exists is dropped. */
export function nextReplay(db: DosewellDatabase, limit: number): Promise<ReplayEntry[]> {
  return db.transaction(
    'rw',
    [db.giveBack, db.acknowledged, db.deletions, db.doseEvents, db.supplyEvents],
    async () => {
      for (;;) {
        const rows = await db.giveBack.orderBy('position').limit(limit).toArray()
        const entries = await entriesOf(db, rows)
        const found = new Set(entries.map(({ position }) => position))
        const dangling = rows.filter(({ position }) => !found.has(position))
        if (dangling.length > 0) await db.giveBack.bulkDelete(dangling.map(({ position }) => position))
        if (entries.length > 0 || rows.length === 0) return entries
      }
    },
  )
}

async function entriesOf(db: DosewellDatabase, rows: StoredReplay[]): Promise<ReplayEntry[]> {
  const keysOf = (kind: StoredReplay['what']['kind']) =>
    rows.filter(({ what }) => what.kind === kind).map(({ key }) => key)
  const commands = byKey(await db.acknowledged.bulkGet(keysOf('command')), ({ key }) => key)
  const doses = byKey(await db.doseEvents.bulkGet(keysOf('dose') as DoseEvent['id'][]), ({ id }) => id)
  const supplies = byKey(await db.supplyEvents.bulkGet(keysOf('supply') as SupplyEvent['id'][]), ({ id }) => id)
  const deletions = byKey(await db.deletions.toArray(), ({ id }) => id)
  const resolve = ({ key, what }: StoredReplay): Pick<ReplayEntry, 'originalSeq' | 'what'> | null => {
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
      case 'supply': {
        const event = supplies.get(key)
        return event ? { originalSeq: event.seq ?? 1, what: { kind: 'supply', event: supplyEventOf(event) } } : null
      }
    }
  }
  return rows.flatMap((row) => {
    const resolved = resolve(row)
    return resolved ? [{ position: row.position, key: row.key, ...resolved }] : []
  })
}

const ownEntry = (row: AcknowledgedCommand): Pick<ReplayEntry, 'originalSeq' | 'what'> => ({
  originalSeq: row.originalSeq ?? row.seq,
  what: { kind: 'command', command: readCommand(row.command) },
})

function byKey<T>(found: (T | undefined)[], keyOf: (one: T) => string): Map<string, T> {
  return new Map(found.filter((one) => one !== undefined).map((one) => [keyOf(one), one]))
}
