import { create } from 'zustand'
import type { DoseEvent } from '#domain/records/dose-event.ts'

/** What a press logs, on screen from the press on: saving it waits for the disk. */
interface DoseAhead {
  /** The name of the person's database. */
  database: string
  event: DoseEvent
  /** Which save of this page stored it; null until then. */
  savedAs: number | null
}

/** Doses that are being saved, and those just saved, until whoever shows them has read them. */
export const useDosesAhead = create<{ doses: readonly DoseAhead[] }>(() => ({ doses: [] }))

let saves = 0

/** Returns the number of the latest save. What a read begun now returns has all that was saved up to it. */
export const savesSoFar = (): number => saves

/** More than anybody presses before a read returns. */
const MOST = 200

/** What was pressed and shows already. */
export interface Pressed {
  /** It is saved. The screens go on showing it until they have read it. */
  saved(): void
  /** It could not be saved, or there was no need to: the screens show what was before. */
  withdraw(): void
}

/** Shows events on every screen of a person as if they were saved. */
export function showAhead(database: string, events: readonly DoseEvent[]): Pressed {
  const shown = events.map((event): DoseAhead => ({ database, event, savedAs: null }))
  useDosesAhead.setState(({ doses }) => ({ doses: [...doses, ...shown].slice(-MOST) }))
  return {
    // Nothing changes on screen, so nobody is told.
    saved() {
      saves += 1
      for (const dose of shown) dose.savedAs = saves
    },
    withdraw: () => useDosesAhead.setState(({ doses }) => ({ doses: doses.filter((dose) => !shown.includes(dose)) })),
  }
}

interface ReadDoses {
  events: readonly DoseEvent[]
  /** `savesSoFar` when the read began. */
  asOf: number
}

/**
 * Returns the events of a read together with those ahead of it. Once a read has what was saved, only the read counts:
 * what the server refuses disappears with it.
 */
export function withAhead(
  database: string,
  { events, asOf }: ReadDoses,
  doses: readonly DoseAhead[],
): readonly DoseEvent[] {
  const ahead = doses.filter((dose) => dose.database === database && (dose.savedAs === null || dose.savedAs > asOf))
  if (ahead.length === 0) return events
  const read = new Set(events.map(({ id }) => id))
  return [...events, ...ahead.flatMap(({ event }) => (read.has(event.id) ? [] : event))]
}
