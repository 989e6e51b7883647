import { type Message, msg } from '../language/message.ts'
import type { RemindBefore } from './appointment.ts'

/** Their names in the form, on the card and in lists of writes. */
export const LEAD_LABELS: Record<RemindBefore, Message> = { 120: msg('2 hours before'), 1440: msg('1 day before') }
