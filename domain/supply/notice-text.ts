import { listed } from '../lib/text.ts'
import type { SupplyNotice } from './notices.ts'

/** Returns `Metformin runs out in 7 days`, without a full stop. */
export function noticeTitle(
  name: string,
  { about, days }: Pick<SupplyNotice, 'about' | 'days'>,
  { isEstimate }: { isEstimate: boolean },
): string {
  if (about === 'supply') {
    if (days <= 0) return `${name} runs out today`
    return `${name} runs out ${isEstimate ? 'in about' : 'in'} ${daysText(days)}`
  }
  const what = about === 'script' ? `The script for ${name}` : `The pack of ${name}`
  if (days < 0) return `${what} has expired`
  return `${what} expires ${days === 0 ? 'today' : `in ${daysText(days)}`}`
}

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

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
  const parts = all
    .toSorted((one, other) => one.notice.days - other.notice.days)
    .map(({ name, notice, isEstimate }) => noticeTitle(name, notice, { isEstimate }))
  const shown = parts.length > MOST_NAMED ? parts.slice(0, MOST_NAMED - 1) : parts
  const more = parts.length - shown.length
  const [first = '', ...others] = more > 0 ? [...shown, `${more} more need a look`] : shown
  return `${listed([first, ...others.map((part) => part.replace(/^The /, 'the '))])}.`
}
