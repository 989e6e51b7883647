import * as z from 'zod/mini'
import type { LocalDate } from '../lib/local-time.ts'
import { localDateSchema } from '../lib/local-time-schema.ts'

/** What a user says about the supply of a medication, beside what is counted (additions, 2.2). */
export interface SupplySettings {
  /** So many days before it runs out, home says so. */
  warnDays: number
  /** How often the script can still be filled; null if the user does not follow it. */
  repeatsLeft: number | null
  scriptExpiresOn: LocalDate | null
  packExpiresOn: LocalDate | null
  /** How many days ahead an appointment for a new script has to be booked. */
  leadDays: number
  /** Who writes the script; empty if not given. */
  prescriber: string
}

/**
 * As stored and as a command says it: whole, and with any numbers and dates there are. The rules are those of requests
 * (protocol/supply-settings.ts).
 */
export const storedSupplySettingsSchema = z.strictObject({
  warnDays: z.int(),
  repeatsLeft: z.nullable(z.int()),
  scriptExpiresOn: z.nullable(localDateSchema),
  packExpiresOn: z.nullable(localDateSchema),
  leadDays: z.int(),
  prescriber: z.string(),
})
