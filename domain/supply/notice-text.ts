import { t } from '../language/translate.ts'
import { listed } from '../lib/text.ts'
import type { SupplyNotice } from './notices.ts'

type Told = Pick<SupplyNotice, 'about' | 'days'>

/** Returns `Metformin runs out in 7 days`, without a full stop. */
export function noticeTitle(medicine: string, notice: Told, { isEstimate }: { isEstimate: boolean }): string {
  return notice.about === 'supply'
    ? runOutText(medicine, notice.days, isEstimate)
    : expiryText(medicine, notice.about, notice.days)
}

function runOutText(medicine: string, days: number, isEstimate: boolean): string {
  if (days <= 0) return t('{medicine} runs out today', { medicine })
  return isEstimate
    ? t('{days, plural, one {{medicine} runs out in about # day} other {{medicine} runs out in about {days} days}}', {
        medicine,
        days,
      })
    : t('{days, plural, one {{medicine} runs out in # day} other {{medicine} runs out in {days} days}}', {
        medicine,
        days,
      })
}

function expiryText(medicine: string, what: 'script' | 'pack', days: number): string {
  if (days < 0)
    return what === 'script'
      ? t('The script for {medicine} has expired', { medicine })
      : t('The pack of {medicine} has expired', { medicine })
  if (days === 0)
    return what === 'script'
      ? t('The script for {medicine} expires today', { medicine })
      : t('The pack of {medicine} expires today', { medicine })
  return what === 'script'
    ? t(
        '{days, plural, one {The script for {medicine} expires in # day} other {The script for {medicine} expires in {days} days}}',
        { medicine, days },
      )
    : t(
        '{days, plural, one {The pack of {medicine} expires in # day} other {The pack of {medicine} expires in {days} days}}',
        { medicine, days },
      )
}

/** Returns the same as it goes on in a sentence: `the script for Ramipril has expired`. */
function expiryWithin(medicine: string, what: 'script' | 'pack', days: number): string {
  if (days < 0)
    return what === 'script'
      ? t('the script for {medicine} has expired', { medicine })
      : t('the pack of {medicine} has expired', { medicine })
  if (days === 0)
    return what === 'script'
      ? t('the script for {medicine} expires today', { medicine })
      : t('the pack of {medicine} expires today', { medicine })
  return what === 'script'
    ? t(
        '{days, plural, one {the script for {medicine} expires in # day} other {the script for {medicine} expires in {days} days}}',
        { medicine, days },
      )
    : t(
        '{days, plural, one {the pack of {medicine} expires in # day} other {the pack of {medicine} expires in {days} days}}',
        { medicine, days },
      )
}

/** A notice about one medicine, with what its words need. */
export interface NamedNotice {
  name: string
  notice: SupplyNotice
  isEstimate: boolean
}

/** More than these do not fit into the sentence of a push. */
const MOST_NAMED = 3

/**
 * Returns what a push says of all medicines, in one sentence, the most urgent first: `Metformin runs out in 2 days and
 * the script for Ramipril expires in 30 days.`
 */
export function noticeSentence(all: readonly NamedNotice[]): string {
  const told = all.toSorted((one, other) => one.notice.days - other.notice.days)
  const shown = told.length > MOST_NAMED ? told.slice(0, MOST_NAMED - 1) : told
  const parts = shown.map(({ name, notice, isEstimate }, index) =>
    index === 0 || notice.about === 'supply'
      ? noticeTitle(name, notice, { isEstimate })
      : expiryWithin(name, notice.about, notice.days),
  )
  const count = told.length - shown.length
  if (count > 0) parts.push(t('{count, plural, one {# more needs a look} other {{count} more need a look}}', { count }))
  return t('{sentence}.', { sentence: listed(parts) })
}
