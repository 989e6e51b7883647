import { Dexie, type ObservabilitySet } from 'dexie'
import { useSyncExternalStore } from 'react'
import type { Insights } from '#domain/insights/insights.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { DoseLog } from '#domain/schedule/version-timetables.ts'

export interface Known {
  insights: Insights
  medications: Medication[]
  events: DoseEvent[]
  log: DoseLog
  /** The instant (ms) for which it holds. */
  now: number
}

/** What insights depend on besides what is stored. */
export interface Asked {
  from: LocalDate
  to: LocalDate
  zone: string
}

interface Kept extends Asked {
  known: Known
}

/** A year of doses takes some megabytes: it is not kept for longer (ms) than somebody may be back soon. */
const KEPT_FOR = 5 * MINUTE

/** What was computed last, by the name of the database. Only the latest of all. */
let kept: (Kept & { database: string }) | null = null
let forgetting: ReturnType<typeof setTimeout> | undefined

/** Counts the commits that changed a dose or a medication of a database, in this tab or another. */
const versions = new Map<string, number>()
/** Counts those after which anything may have changed. */
let everything = 0
const listeners = new Set<() => void>()

Dexie.on('storagemutated', (parts: ObservabilitySet) => {
  const changed = Object.keys(parts).flatMap(
    (part) => /^idb:\/\/(.+)\/(?:doseEvents|medications)\//.exec(part)?.[1] ?? [],
  )
  for (const database of new Set(changed)) versions.set(database, (versions.get(database) ?? 0) + 1)
  if ('all' in parts) everything += 1
  if (changed.length === 0 && !('all' in parts)) return
  if (kept && ('all' in parts || changed.includes(kept.database))) kept = null
  for (const listener of listeners) listener()
})

/** Names the state of what is stored: the same text, the same doses and medications. */
export const versionOf = (database: string): string => `${everything}.${versions.get(database) ?? 0}`

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns what is different after each commit that changed a dose or a medication. */
export const useVersion = (database: string): string => useSyncExternalStore(subscribe, () => versionOf(database))

/**
 * Keeps what was computed, unless something has changed since it was read.
 * @param version that before the read
 */
export function keep(database: string, version: string, asked: Asked, known: Known): void {
  if (version !== versionOf(database)) return
  kept = { database, ...asked, known }
  clearTimeout(forgetting)
  forgetting = setTimeout(() => {
    kept = null
  }, KEPT_FOR)
}

/** Returns what was computed of the same dates and zone, if nothing has changed since; null otherwise. */
export const recall = (database: string, { from, to, zone }: Asked): Known | null =>
  kept && kept.database === database && kept.from === from && kept.to === to && kept.zone === zone ? kept.known : null
