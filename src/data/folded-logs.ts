import type { MedicationId } from '#domain/lib/ids.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { LoggedDoses } from '#domain/schedule/after-taken.ts'
import { doseLogOf, loggedDoses } from '#domain/schedule/dose-log.ts'
import type { DoseLog } from '#domain/schedule/version-timetables.ts'
import type { DosewellDatabase } from './database.ts'

interface Folded {
  events: readonly DoseEvent[]
  doses: LoggedDoses
}

const foldedIn = new WeakMap<DosewellDatabase, Map<MedicationId, Folded>>()

/**
 * `doseLogOf`, but a log that is the same as when it was last folded is not folded again: home asks after every write,
 * which changes one log of several that have grown for years.
 */
export function foldLogs(
  db: DosewellDatabase,
  { medications, events }: { medications: readonly Medication[]; events: readonly DoseEvent[] },
): DoseLog {
  const known = foldedIn.get(db) ?? new Map<MedicationId, Folded>()
  foldedIn.set(db, known)
  const fold = (own: readonly DoseEvent[]): LoggedDoses => {
    const id = own[0]?.medicationId
    const before = id && known.get(id)
    if (before && isSame(before.events, own)) return before.doses
    const doses = loggedDoses(own)
    if (id) known.set(id, { events: own, doses })
    return doses
  }
  return doseLogOf({ medications, events, fold })
}

/** Most are the very same objects (`readLogs`), those of the days around today were read again. */
const isSame = (before: readonly DoseEvent[], now: readonly DoseEvent[]): boolean =>
  before.length === now.length &&
  before.every((one, index) => {
    const other = now[index] as DoseEvent
    return one === other || (one.id === other.id && JSON.stringify(one) === JSON.stringify(other))
  })
