import { liveQuery, type Subscription } from 'dexie'
import { takeSlot } from '#domain/commands/dose-verbs.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { type LiveSync, startLiveSync } from '#src/app/live-sync.ts'
import { readDoseViews } from '#src/data/reads.ts'
import { write } from '#src/data/write.ts'
import { ownData } from '#src/platform/whose.ts'
import { author, contextOf, homeRange, pageClock, pick, type TodaySlot } from './device.ts'
import { syncedDatabase } from './sync.ts'

let live: LiveSync | null = null
let watching: Subscription | null = null
let passes = 0
/** When each event was first among today's doses on this page. */
const seen = new Map<string, number>()

/** Runs sync as the app does, with its event stream, and watches today's doses as the home screen does. */
export async function startLive(user: UserId, zone: string): Promise<void> {
  const db = syncedDatabase()
  live = startLiveSync({
    db,
    whose: ownData(user),
    stream: '/api/events',
    onPhase: () => {
      passes += 1
    },
    onProfile: () => {},
    onInterrupted: () => {},
    onAttempt: () => {},
  })
  watching = liveQuery(() => readDoseViews(db, homeRange(zone), Date.now())).subscribe((views) => {
    const now = pageClock()
    for (const { events } of views.slots) for (const { id } of events) if (!seen.has(id)) seen.set(id, now)
  })
}

/** Returns how many passes have ended; when the number stays the same, the page is at rest. */
export const passesOf = (): number => passes

/** Logs a dose as pressing "Taken" does; returns its id and the moment before. */
export async function logLive(slot: TodaySlot): Promise<{ id: string; begun: number }> {
  const command = takeSlot(author, pick(slot))
  const begun = pageClock()
  const saved = await write(contextOf(syncedDatabase(), slot.zone), [command])
  if (!saved.ok) throw new Error(saved.error.error)
  live?.deliver()
  return { id: command.args.id, begun }
}

/** Returns when the event was first among today's doses here; null until then. */
export const seenAt = (id: string): number | null => seen.get(id) ?? null

export function stopLive(): void {
  live?.stop()
  watching?.unsubscribe()
}
