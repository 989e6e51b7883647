import { Dexie, type ObservabilitySet } from 'dexie'
import type { DoseEventId } from '#domain/lib/ids.ts'

/**
 * Which doses were written or removed, in this context or another, since a read: Dexie says so to its live queries after
 * each commit. Numbers count the commits that were heard of.
 */
interface Changes {
  latest: number
  /** Everything may have changed up to this one. */
  forgotten: number
  numbers: Map<DoseEventId, number>
}

/** More than a person logs; a synchronisation that brings a whole log is no few changes. */
const MOST = 500

const changesIn = new Map<string, Changes>()

function changesOf(database: string): Changes {
  const changes = changesIn.get(database) ?? { latest: 0, forgotten: 0, numbers: new Map() }
  changesIn.set(database, changes)
  return changes
}

/** Returns the number to ask with later. Call it before reading. */
export const changesSoFar = (database: string): number => changesOf(database).latest

/** Returns the ids of what changed after that number; null if that is not known. */
export function changedSince(database: string, number: number): DoseEventId[] | null {
  const { forgotten, numbers } = changesOf(database)
  if (number < forgotten) return null
  return [...numbers].flatMap(([id, changed]) => (changed > number ? [id] : []))
}

Dexie.on('storagemutated', (parts: ObservabilitySet) => {
  for (const [part, ranges] of Object.entries(parts)) {
    const database = /^idb:\/\/(.+)\/doseEvents\/$/.exec(part)?.[1]
    if (database !== undefined) note(changesOf(database), ranges as unknown as Node)
  }
  // Of all databases: a tab does not know what it missed.
  if ('all' in parts) for (const changes of changesIn.values()) forget(changes)
})

/** A set of keys as Dexie keeps it, and as it comes from another tab: a tree of ranges. */
interface Node {
  from?: unknown
  to?: unknown
  l?: Node | null
  r?: Node | null
}

function note(changes: Changes, ranges: Node): void {
  changes.latest += 1
  const keys = keysIn(ranges)
  for (const key of keys ?? []) changes.numbers.set(key, changes.latest)
  if (keys === null || changes.numbers.size > MOST) forget(changes)
}

/** Returns null if it has more than single keys. */
function keysIn(ranges: Node): DoseEventId[] | null {
  const keys: DoseEventId[] = []
  const rest = [ranges]
  for (let node = rest.pop(); node; node = rest.pop()) {
    const { from, to, l, r } = node
    if (from !== to) return null
    if (typeof from === 'string') keys.push(from as DoseEventId)
    if (l) rest.push(l)
    if (r) rest.push(r)
  }
  return keys
}

function forget(changes: Changes): void {
  changes.latest += 1
  changes.forgotten = changes.latest
  changes.numbers.clear()
}
