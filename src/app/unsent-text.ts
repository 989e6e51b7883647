import { t } from '#domain/language/translate.ts'

/** How many changes have not reached the account, and how that is known. */
export type UnsentKnowledge =
  /** Counted in the local database now. */
  | { kind: 'counted'; count: number }
  /** As of the last time the app was open here. */
  | { kind: 'remembered'; count: number }
  | { kind: 'unknown' }

/** Returns what the account lacks from this device. */
export function unsentText(unsent: UnsentKnowledge): string {
  if (unsent.kind === 'unknown') return t('There is no way to tell whether everything here has reached your account.')
  const { kind, count } = unsent
  if (kind === 'counted')
    return count === 0
      ? t('Everything you entered here has reached your account.')
      : t(
          '{count, plural, one {1 change on this device has} other {{count} changes on this device have}} not reached your account.',
          { count },
        )
  return count === 0
    ? t('When Dosewell was last open here, everything had reached your account.')
    : t(
        'When Dosewell was last open here, {count, plural, one {1 change} other {{count} changes}} had not reached your account.',
        { count },
      )
}

/** Returns what is lost with the local database. */
export function lossText(unsent: UnsentKnowledge): string {
  if (unsent.kind === 'unknown') return t('Changes that have not reached your account are lost, if there are any.')
  if (unsent.count === 0) return t('Nothing you entered is lost.')
  const { count } = unsent
  return t(
    '{count, plural, one {1 change that has not reached your account is lost} other {{count} changes that have not reached your account are lost}}.',
    { count },
  )
}
