import type { PaymentFacts } from '#domain/plans/payment.ts'

const DAY = 24 * 60 * 60 * 1000

/**
 * What a user should have, written by hand and simple to read: it shares no code with domain/plans. Zones here have the
 * same offset all year.
 */
export interface Expected {
  /** Hours by which local time is ahead of UTC. */
  offset: number
  trial: number | null
  promotion: { from: number; months: number } | null
  cancelled: boolean
  /** By subscription: the newest facts received, with an end before everything else. */
  told: Map<string, PaymentFacts>
}

export const nothing = (offset: number): Expected => ({
  offset,
  trial: null,
  promotion: null,
  cancelled: false,
  told: new Map(),
})

export function hears(person: Expected, facts: PaymentFacts): void {
  const known = person.told.get(facts.subscriptionId)
  const isEnd = (status: string | undefined) => status === 'canceled' || status === 'incomplete_expired'
  if (isEnd(known?.status)) return
  if (!known || isEnd(facts.status) || facts.occurredAt > known.occurredAt) {
    person.told.set(facts.subscriptionId, facts)
  }
}

export function isGranted(person: Expected, months: number, at: number): void {
  const runs = person.promotion && at < promotionEnd(person)
  person.promotion = runs
    ? { from: person.promotion?.from ?? at, months: (person.promotion?.months ?? 0) + months }
    : { from: at, months }
  person.trial = null
  person.cancelled = false
}

export function cancels(person: Expected, at: number): void {
  if (at < Math.max(trialEnd(person), promotionEnd(person))) person.cancelled = true
}

const trialEnd = ({ trial }: Expected): number => (trial === null ? 0 : trial + 14 * DAY)

function promotionEnd({ promotion, offset }: Expected): number {
  if (!promotion) return 0
  const wall = new Date(promotion.from + offset * 3_600_000)
  const day = wall.getUTCDate()
  const moved = new Date(wall)
  moved.setUTCMonth(wall.getUTCMonth() + promotion.months)
  // It ran into the next month: go back to the last day of the intended one.
  if (moved.getUTCDate() !== day) moved.setUTCDate(0)
  return moved.getTime() - offset * 3_600_000
}

/** Returns `status plan end`: the end in ISO, `-` without one. */
export function standing(person: Expected, now: number): string {
  const subscriptions = [...person.told.values()]
  const paid = subscriptions.filter(({ status }) => status === 'active')
  const ending = paid.filter(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd)
  const renewed = paid.filter(({ cancelAtPeriodEnd }) => !cancelAtPeriodEnd)
  const end = (facts: PaymentFacts): number => facts.currentPeriodEnd ?? 0
  const goesOn = renewed.some((facts) => now < end(facts) + 3 * DAY)
  const isPaid = goesOn || ending.some((facts) => now < end(facts))
  const given = [
    { at: trialEnd(person), name: person.cancelled ? 'canceled' : 'expired' },
    { at: promotionEnd(person), name: person.cancelled ? 'canceled' : 'expired' },
  ]
  const ends = [
    ...given,
    ...ending.map((facts) => ({ at: end(facts), name: 'canceled' })),
    ...subscriptions
      .filter(({ status }) => status === 'canceled')
      .map(({ occurredAt }) => ({ at: occurredAt, name: 'canceled' })),
  ].filter(({ at }) => at > 0)
  const last = Math.max(0, ...ends.map(({ at }) => at))
  if (isPaid || now < promotionEnd(person)) return `active premium ${goesOn ? '-' : iso(lastOf(person, ending))}`
  if (now < trialEnd(person)) return `trial premium ${iso(trialEnd(person))}`
  if (renewed.length > 0 || subscriptions.some(({ status }) => status === 'past_due')) return 'past_due premium -'
  if (last === 0) return 'null free -'
  return `${ends.find(({ at }) => at === last)?.name} free ${iso(last)}`
}

const lastOf = (person: Expected, ending: readonly PaymentFacts[]): number =>
  Math.max(trialEnd(person), promotionEnd(person), ...ending.map(({ currentPeriodEnd }) => currentPeriodEnd ?? 0))

const iso = (ms: number): string => new Date(ms).toISOString()
