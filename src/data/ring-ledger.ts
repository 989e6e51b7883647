import type { SlotView } from '#domain/doses/dose-views.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import { alertPhase, DROPPED_AFTER, type Ring, ringKey, STAGES } from '#domain/reminders/alerts.ts'
import type { DosewellDatabase } from './database.ts'

/** Longer than any ring can matter: it is over 15 minutes after its start. */
export const RING_MEMORY = 2 * DAY

/** A dismissal ends the stages of one start; a later snooze has another start and rings again. */
const dismissalKey = ({ slotId, start }: Pick<Ring, 'slotId' | 'start'>): string => `${slotId}|${start}|dismissed`

/**
 * Claims announcements: of each ring one caller among all tabs and the worker is told that it may make it (docs/reminders.md).
 * Put-if-absent in one transaction, so two callers at once are told in turn. What was dismissed is never given out.
 * @param now milliseconds since the epoch
 * @returns the rings that the caller may announce, and has to
 */
export async function claimRings(db: DosewellDatabase, rings: readonly Ring[], now: number): Promise<Ring[]> {
  if (rings.length === 0) return []
  return db.transaction('rw', [db.rings], async () => {
    const at = toInstant(now)
    const granted: Ring[] = []
    for (const ring of rings) {
      const known = await db.rings.bulkGet([ringKey(ring), dismissalKey(ring)])
      if (known.some((row) => row !== undefined)) continue
      await db.rings.add({ key: ringKey(ring), at })
      granted.push(ring)
    }
    await prune(db, now)
    return granted
  })
}

/** The person waved these reminders away: their later stages stay quiet, on every tab and in the worker. */
export async function dismissRings(
  db: DosewellDatabase,
  rings: readonly Pick<Ring, 'slotId' | 'start'>[],
  now: number,
): Promise<void> {
  if (rings.length === 0) return
  const at: Instant = toInstant(now)
  await db.rings.bulkPut(rings.map((ring) => ({ key: dismissalKey(ring), at })))
}

/** What lists doses that nothing announced: the worker's check, quietly, and the launch, which settles them. */
type Lister = 'check' | 'launch'

const listedKey = ({ slotId, start }: Pick<Ring, 'slotId' | 'start'>, lister: Lister): string =>
  `${slotId}|${start}|${lister === 'check' ? 'listed' : 'listed at launch'}`

/**
 * Open doses of the last day of which no stage was ever announced or dismissed on this device, although their alert is over.
 * Each is given out once to each lister (R6.2): a quiet notification is easily missed and takes nothing from the launch, but
 * what a launch has listed needs no notification any more. Nothing is given out that rang before this ledger began, which is
 * when it is first asked: a new device was not there to announce it.
 * @param now milliseconds since the epoch
 */
export async function claimUnannounced(
  db: DosewellDatabase,
  views: readonly SlotView[],
  now: number,
  lister: Lister,
): Promise<SlotView[]> {
  return db.transaction('rw', [db.rings], async () => {
    const began = await beginning(db, now)
    const given: SlotView[] = []
    for (const view of views) {
      if (!isOver(view, Math.max(began, now - DAY), now)) continue
      const ring = { slotId: view.slot.id, start: toInstant(view.ringStart) }
      const announced = STAGES.map((stage) => ringKey({ ...ring, stage }))
      const told = lister === 'check' ? [listedKey(ring, 'check')] : []
      const known = await db.rings.bulkGet([...announced, dismissalKey(ring), ...told, listedKey(ring, 'launch')])
      if (known.some((row) => row !== undefined)) continue
      await db.rings.add({ key: listedKey(ring, lister), at: toInstant(now) })
      given.push(view)
    }
    return given
  })
}

const isOpen = ({ outcome }: SlotView): boolean => outcome.kind !== 'taken' && outcome.kind !== 'skipped'

/** Whether a dose is still open whose alert began after `from` (ms) and has ended. */
const isOver = (view: SlotView, from: number, now: number): boolean =>
  isOpen(view) && view.ringStart >= from && view.ringStart <= now - DROPPED_AFTER

/** The row that says since when there is a ledger; never forgotten. */
const BEGINNING = 'beginning'

async function beginning(db: DosewellDatabase, now: number): Promise<number> {
  const row = await db.rings.get(BEGINNING)
  if (row) return msOf(row.at)
  await db.rings.add({ key: BEGINNING, at: toInstant(now) })
  return now
}

/** Those of the rings that were not dismissed. */
export async function withoutDismissed<R extends { ring: Ring }>(
  db: DosewellDatabase,
  due: readonly R[],
): Promise<R[]> {
  if (due.length === 0) return []
  const rows = await db.rings.bulkGet(due.map(({ ring }) => dismissalKey(ring)))
  return due.filter((_, index) => rows[index] === undefined)
}

/** A snooze that ends sooner than this (ms) may be over by the server's clock: its push is then the ring that ends it. */
const CLOCKS_DIFFER_BY = MINUTE

/**
 * The open doses about which nothing sounds for now, whatever asks for them (R5.14): those whose ring was dismissed here, those
 * that rest in a snooze, and those whose last stage was announced here and is over.
 * @param now milliseconds since the epoch
 */
export async function quietSlots(db: DosewellDatabase, views: readonly SlotView[], now: number): Promise<Set<SlotId>> {
  const open = views.filter(isOpen)
  const last = open.map(({ slot, ringStart }): Ring => {
    return { slotId: slot.id, start: toInstant(ringStart), stage: 10 }
  })
  const dismissed = await db.rings.bulkGet(last.map(dismissalKey))
  const announced = await db.rings.bulkGet(last.map(ringKey))
  const quiet = open.filter(
    (view, index) =>
      dismissed[index] !== undefined ||
      (view.outcome.kind === 'snoozed' && view.ringStart > now + CLOCKS_DIFFER_BY) ||
      (announced[index] !== undefined && alertPhase(view.ringStart, now).phase === 'missed'),
  )
  return new Set(quiet.map(({ slot }) => slot.id))
}

const prune = (db: DosewellDatabase, now: number): Promise<number> =>
  db.rings
    .where('at')
    .below(toInstant(now - RING_MEMORY))
    .filter(({ key }) => key !== BEGINNING)
    .delete()
