import type { MedicationId } from '#domain/lib/ids.ts'
import { PAGES, SUPPLY_PARAM, TRIP_PARAM } from '#domain/protocol/pages.ts'

/** The dialog about what is there of a medication, over its card. */
export const supplyLink = (id: MedicationId): string => `${PAGES.medications}?${SUPPLY_PARAM}=${id}`

/** The state with which the form of a medication opens at the amount of a dose. */
export const AMOUNT_STATE = { asks: 'amount' }

export const asksAmount = (state: unknown): boolean => (state as { asks?: unknown } | null)?.asks === 'amount'

/** What to pack for a trip. */
export const TRIP_LINK = `${PAGES.medications}?${TRIP_PARAM}=1`

/** What a drafted appointment is already about. */
export interface DraftedVisit {
  doctorName: string
  notes: string
}

/** The state with which the form for a new appointment opens prefilled. An address would stay in the history. */
export const draftedState = (drafted: DraftedVisit) => ({ drafted })
