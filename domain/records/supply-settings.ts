import * as z from 'zod/mini'
import { type LocalDate, localDateSchema, recordDateSchema } from '../lib/local-time.ts'
import { orNull } from '../lib/or-null.ts'
import { storableText } from '../lib/text.ts'

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

/** What applies where a user said nothing. */
export const DEFAULT_SUPPLY: SupplySettings = {
  warnDays: 7,
  repeatsLeft: null,
  scriptExpiresOn: null,
  packExpiresOn: null,
  leadDays: 0,
  prescriber: '',
}

const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))

const settingsWith = (date: typeof localDateSchema) =>
  z.strictObject({
    warnDays: z._default(whole(1, 60), DEFAULT_SUPPLY.warnDays),
    repeatsLeft: orNull(whole(0, 99)),
    scriptExpiresOn: orNull(date),
    packExpiresOn: orNull(date),
    leadDays: z._default(whole(0, 60), DEFAULT_SUPPLY.leadDays),
    prescriber: z._default(storableText(200), ''),
  })

export const supplySettingsSchema = settingsWith(recordDateSchema)
/** The same as stored: any date that exists. */
export const storedSupplySettingsSchema = settingsWith(localDateSchema)
