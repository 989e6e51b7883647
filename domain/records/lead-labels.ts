import type { RemindBefore } from './appointment.ts'

/** Their names in the form, on the card and in lists of writes. */
export const LEAD_LABELS: Record<RemindBefore, string> = { 120: '2 hours before', 1440: '1 day before' }
