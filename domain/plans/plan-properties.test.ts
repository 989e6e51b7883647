import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPremium, subscriptionAt, TRIAL_LENGTH } from '../access/plan.ts'
import { DAY, HOUR } from '../lib/local-time.ts'
import { PAYMENT_GRACE, type PaymentFacts } from './payment.ts'
import { type PlanEvent, planAfter } from './plan-events.ts'
import { isSameStanding, NO_PLAN, nextChange, type PlanState, standingAt } from './plan-state.ts'

const START = Date.UTC(2026, 0, 1)
const instant = fc.integer({ min: 0, max: 400 * 24 }).map((hours) => START + hours * HOUR)

const facts: fc.Arbitrary<PaymentFacts> = fc.record({
  customerId: fc.constant('cus_1'),
  subscriptionId: fc.constantFrom('sub_1', 'sub_2', 'sub_3'),
  status: fc.constantFrom(
    'active',
    'trialing',
    'past_due',
    'unpaid',
    'paused',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'unheard_of',
  ),
  currentPeriodEnd: fc.option(instant),
  cancelAtPeriodEnd: fc.boolean(),
  // Only a few values, so that many share one, because the provider counts in seconds.
  occurredAt: fc.integer({ min: 0, max: 5 }).map((days) => START + days * DAY),
})

const event: fc.Arbitrary<PlanEvent> = fc.oneof(
  fc.constant<PlanEvent>({ kind: 'time-passed' }),
  fc.constant<PlanEvent>({ kind: 'trial-started' }),
  fc.constant<PlanEvent>({ kind: 'cancelled' }),
  fc.record({
    kind: fc.constant('promotion-granted' as const),
    months: fc.integer({ min: 1, max: 36 }),
    zone: fc.constantFrom('UTC', 'Australia/Sydney', 'America/New_York'),
  }),
  fc.record({ kind: fc.constant('payment-told' as const), facts }),
)

const life = fc
  .array(fc.tuple(instant, event), { maxLength: 12 })
  .map((events) => events.toSorted(([one], [other]) => one - other))

const lived = (events: readonly (readonly [number, PlanEvent])[]): PlanState =>
  events.reduce((state, [at, one]) => planAfter(state, one, at).state, NO_PLAN)

describe('plans, whatever happens', () => {
  it('P1.1 are premium exactly as long as something of theirs lasts', () => {
    fc.assert(
      fc.property(life, instant, (events, at) => {
        const state = lived(events)
        const ends = [
          state.trialEndsAt ?? 0,
          state.promotion?.endsAt ?? 0,
          ...state.payments
            .filter(({ status }) => status === 'active' || status === 'trialing')
            .map(({ currentPeriodEnd, cancelAtPeriodEnd }) =>
              currentPeriodEnd === null
                ? Number.POSITIVE_INFINITY
                : currentPeriodEnd + (cancelAtPeriodEnd ? 0 : PAYMENT_GRACE),
            ),
        ]
        expect(isPremium(standingAt(state, at))).toBe(at < Math.max(...ends))
      }),
    )
  })

  it('P1.2 are never premium once the end has come that they named', () => {
    fc.assert(
      fc.property(life, instant, fc.nat(500 * 24), (events, at, hours) => {
        const state = lived(events)
        const { subscriptionEndsAt } = standingAt(state, at)
        if (subscriptionEndsAt === null) return
        expect(isPremium(standingAt(state, Date.parse(subscriptionEndsAt) + hours * HOUR))).toBe(false)
      }),
    )
  })

  it('P1.3 are known to a device that hears nothing more, to the instant; only a renewal it takes on trust', () => {
    fc.assert(
      fc.property(life, instant, fc.nat(500 * 24), (events, at, hours) => {
        const state = lived(events)
        const said = standingAt(state, at)
        if (isPremium(said) && said.subscriptionEndsAt === null) return
        const later = at + hours * HOUR
        expect(isPremium(subscriptionAt(said, later))).toBe(isPremium(standingAt(state, later)))
      }),
    )
  })

  it('P6.1 end in one state, however often and in whatever order the provider tells', () => {
    const told = fc
      .array(facts, { minLength: 1, maxLength: 10 })
      .chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray([...all, ...all], { minLength: all.length, maxLength: 2 * all.length }),
        ),
      )
    fc.assert(
      fc.property(told, instant, ([all, some], at) => {
        const tell = (list: readonly PaymentFacts[]) =>
          lived(list.map((one) => [at, { kind: 'payment-told', facts: one }] as const))
        // Each at least once, then some of them again.
        expect(tell([...some, ...all])).toEqual(tell(all))
        expect(tell([...all.toReversed(), ...some])).toEqual(tell(all))
      }),
    )
  })

  it('P6.2 heed no facts about a subscription that has ended', () => {
    fc.assert(
      fc.property(facts, instant, (later, at) => {
        const ended: PaymentFacts = { ...later, status: 'canceled', occurredAt: START }
        const state = lived([[at, { kind: 'payment-told', facts: ended }]])
        const { state: after } = planAfter(
          state,
          { kind: 'payment-told', facts: { ...later, status: 'active', occurredAt: START + 9 * DAY } },
          at,
        )
        expect(after).toEqual(state)
      }),
    )
  })

  it('P7.2 change by themselves at the instant they named, and not before', () => {
    fc.assert(
      fc.property(life, instant, fc.integer({ min: 1, max: 999 }), (events, at, part) => {
        const state = lived(events)
        const next = nextChange(state, at)
        const until = next ?? at + 2000 * DAY
        const between = at + Math.floor(((until - 1 - at) * part) / 1000)
        expect(isSameStanding(standingAt(state, between), standingAt(state, at))).toBe(true)
        if (next !== null) {
          expect(next).toBeGreaterThan(at)
          expect(isSameStanding(standingAt(state, next), standingAt(state, next - 1))).toBe(false)
        }
      }),
    )
  })

  it('P8.4 leave a trail without gaps: each line begins where the last one ended', () => {
    fc.assert(
      fc.property(life, (events) => {
        let state = NO_PLAN
        let standing = standingAt(NO_PLAN, START)
        let last = START
        for (const [at, one] of events) {
          const { state: after, lines } = planAfter(state, one, at)
          for (const line of lines) {
            expect(line.from).toEqual(standing)
            expect(line.at).toBeGreaterThanOrEqual(last)
            standing = line.to
            last = line.at
          }
          expect(standing).toEqual(standingAt(after, at))
          state = after
        }
      }),
    )
  })

  it('P2.2 a trial never gives more than its fourteen days', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(lived([[at, { kind: 'trial-started' }]]).trialEndsAt).toBe(at + TRIAL_LENGTH)
      }),
    )
  })
})
