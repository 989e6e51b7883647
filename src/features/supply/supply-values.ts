import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { type Amount, parseAmount } from '#domain/lib/amount.ts'
import { amountSchema } from '#domain/lib/amount-schema.ts'
import { withWesternDigits } from '#domain/lib/digits.ts'
import { isRecordDate, type LocalDate } from '#domain/lib/local-time.ts'
import { recordDatesText } from '#domain/lib/record-dates.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { supplySettingsSchema } from '#domain/protocol/supply-settings.ts'
import type { SupplySettings } from '#domain/records/supply-settings.ts'
import { DEFAULT_SUPPLY } from '#domain/supply/default-supply.ts'

/** What the fields about script, packs and warnings hold, as typed. */
export interface SettingsValues {
  warnDays: string
  repeatsLeft: string
  scriptExpiresOn: string
  packExpiresOn: string
  leadDays: string
  prescriber: string
}

export const settingsValuesOf = (supply: SupplySettings | null | undefined): SettingsValues => {
  const settings = supply ?? DEFAULT_SUPPLY
  return {
    warnDays: String(settings.warnDays),
    repeatsLeft: settings.repeatsLeft === null ? '' : String(settings.repeatsLeft),
    scriptExpiresOn: settings.scriptExpiresOn ?? '',
    packExpiresOn: settings.packExpiresOn ?? '',
    leadDays: String(settings.leadDays),
    prescriber: settings.prescriber,
  }
}

export type SettingsErrors = { [Field in keyof SettingsValues]?: string }

const errorOf = (field: keyof SettingsValues): string =>
  field === 'scriptExpiresOn' || field === 'packExpiresOn' ? recordDatesText() : t(ERRORS[field])

const ERRORS = {
  warnDays: msg('Enter a whole number of days, from 1 to 60'),
  repeatsLeft: msg('Enter a whole number from 0 to 99, or leave it empty'),
  leadDays: msg('Enter a whole number of days, from 0 to 60'),
  prescriber: msg('Use at most 200 characters'),
}

/** Returns what is to be saved, or what is wrong with which field. An empty field means that it is not followed. */
export function readSettings(values: SettingsValues): Result<SupplySettings, SettingsErrors> {
  const number = (text: string) => (text.trim() === '' ? null : Number(withWesternDigits(text)))
  const read = supplySettingsSchema.safeParse({
    warnDays: number(values.warnDays),
    repeatsLeft: number(values.repeatsLeft),
    scriptExpiresOn: values.scriptExpiresOn || null,
    packExpiresOn: values.packExpiresOn || null,
    leadDays: number(values.leadDays) ?? 0,
    prescriber: values.prescriber.trim(),
  })
  if (read.success) return ok(read.data)
  const fields = read.error.issues.map(({ path }) => path[0] as keyof SettingsValues)
  return fail(Object.fromEntries(fields.map((field) => [field, errorOf(field)])))
}

/** How much of a medicine was typed. */
export interface AmountValues {
  amount: string
  expiresOn: string
}

export interface ReadAmount {
  amount: Amount
  expiresOn: LocalDate | null
}

/** Returns the amount and the date on the pack, or what is wrong. Only a count may be nothing. */
export function readAmount(
  { amount: typed, expiresOn }: AmountValues,
  { mayBeNothing }: { mayBeNothing: boolean },
): Result<ReadAmount, { amount?: string; expiresOn?: string }> {
  const amount = parseAmount(typed)
  if (amount === null || !amountSchema.safeParse(typed).success || (amount === '0' && !mayBeNothing))
    return fail({ amount: t('Enter how many, such as 28, 0.5 or 1/2') })
  if (expiresOn === '') return ok({ amount, expiresOn: null })
  return isRecordDate(expiresOn) ? ok({ amount, expiresOn }) : fail({ expiresOn: recordDatesText() })
}
