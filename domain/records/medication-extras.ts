import type { DoseLimits } from './dose-limits.ts'
import type { DoseNotices } from './dose-notices.ts'
import type { MedicinePicture } from './medicine-look.ts'
import type { Strength } from './strength.ts'
import type { SupplySettings } from './supply-settings.ts'

/**
 * What a medication may have beside its texts and its plan. Each is merged on its own; null: nothing. Absent in a
 * record: it is not known; absent in a change: it stays as it was.
 */
export interface MedicationExtras extends MedicinePicture {
  /** What the label limits. */
  limits?: DoseLimits | null | undefined
  /** What is announced beside the reminders. */
  notices?: DoseNotices | null | undefined
  strength?: Strength | null | undefined
  /** What the user said about its supply (decision 071). */
  supply?: SupplySettings | null | undefined
}

export const EXTRAS = ['limits', 'notices', 'strength', 'look', 'photo', 'supply'] as const

/** Returns those that there are. */
export const givenExtras = (source: MedicationExtras): MedicationExtras =>
  extrasWhere(source, (value) => Boolean(value))

/** Returns those that are known, also as none. */
export const knownExtras = (source: MedicationExtras): MedicationExtras =>
  extrasWhere(source, (value) => value !== undefined)

/** Returns everything else. */
export function withoutExtras<T extends MedicationExtras>(source: T): Omit<T, keyof MedicationExtras> {
  const rest: MedicationExtras = { ...source }
  for (const extra of EXTRAS) delete rest[extra]
  return rest as Omit<T, keyof MedicationExtras>
}

const extrasWhere = (source: MedicationExtras, isTaken: (value: unknown) => boolean): MedicationExtras =>
  Object.fromEntries(EXTRAS.filter((extra) => isTaken(source[extra])).map((extra) => [extra, source[extra]]))
