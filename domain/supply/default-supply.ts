import type { SupplySettings } from '../records/supply-settings.ts'

/** What applies where a user said nothing. */
export const DEFAULT_SUPPLY: SupplySettings = {
  warnDays: 7,
  repeatsLeft: null,
  scriptExpiresOn: null,
  packExpiresOn: null,
  leadDays: 0,
  prescriber: '',
}
