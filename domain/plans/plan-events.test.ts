import { describe, expect, it } from 'vitest'
import { isPremium, type Subscription, TRIAL_LENGTH } from '../access/plan.ts'
import { toInstant } from '../lib/instant.ts'
import { DAY } from '../lib/local-time.ts'
import { PAYMENT_GRACE, type PaymentFacts } from './payment.ts'
import { type PlanEvent, type PlanLine, planAfter } from './plan-events.ts'
import { NO_PLAN, type PlanState, standingAt } from './plan-state.ts'

const START = Date.UTC(2026, 2, 2, 9)
const day = (days: number): number => START + days * DAY

const facts = (fields: Partial<PaymentFacts> = {}): PaymentFacts => ({
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  status: 'active',
  currentPeriodEnd: day(30),
  cancelAtPeriodEnd: false,
  occurredAt: START,
  ...fields,
})
const paid = (fields?: Partial<PaymentFacts>): PlanEvent => ({ kind: 'payment-told', facts: facts(fields) })
const trial: PlanEvent = { kind: 'trial-started' }
const cancel: PlanEvent = { kind: 'cancelled' }
const grant = (months: number): PlanEvent => ({ kind: 'promotion-granted', months, zone: 'UTC' })

/** Returns the state after these events, each on its day after the start. */
function lived(...events: [days: number, event: PlanEvent][]): { state: PlanState; lines: PlanLine[] } {
  return events.reduce(
    (before, [days, event]) => {
      const { state, lines } = planAfter(before.state, event, day(days))
      return { state, lines: [...before.lines, ...lines] }
    },
    { state: NO_PLAN, lines: [] as PlanLine[] },
  )
}

const words = ({ subscriptionStatus, subscriptionPlan, subscriptionEndsAt }: Subscription): string =>
  `${subscriptionStatus} ${subscriptionPlan} ${subscriptionEndsAt?.slice(0, 10) ?? '-'}`

describe('P1 what stands', () => {
  it.each<[what: string, events: [number, PlanEvent][], days: number, stands: string]>([
    ['nothing ever', [], 0, 'null free -'],
    ['P2.1 a trial', [[0, trial]], 13.99, 'trial premium 2026-03-16'],
    ['P2.1 after a trial', [[0, trial]], 14, 'expired free 2026-03-16'],
    [
      'P4.1 a cancelled trial stays',
      [
        [0, trial],
        [3, cancel],
      ],
      13.99,
      'trial premium 2026-03-16',
    ],
    [
      'P4.1 after a cancelled trial',
      [
        [0, trial],
        [3, cancel],
      ],
      14,
      'canceled free 2026-03-16',
    ],
    ['P3.1 a promotion', [[0, grant(1)]], 30.99, 'active premium 2026-04-02'],
    ['P3.1 after a promotion', [[0, grant(1)]], 31, 'expired free 2026-04-02'],
    [
      'P3.3 granted in a trial it replaces it',
      [
        [0, trial],
        [3, grant(1)],
      ],
      4,
      'active premium 2026-04-05',
    ],
    [
      'P3.4 a second one extends the first',
      [
        [0, grant(1)],
        [5, grant(2)],
      ],
      60,
      'active premium 2026-06-02',
    ],
    [
      'P3.4 one after the end of the first is a new one',
      [
        [0, grant(1)],
        [40, grant(1)],
      ],
      45,
      'active premium 2026-05-11',
    ],
    [
      'P4.1 after a cancelled promotion',
      [
        [0, grant(1)],
        [5, cancel],
      ],
      31,
      'canceled free 2026-04-02',
    ],
    [
      'P4.2 a promotion granted after a cancellation',
      [
        [0, grant(1)],
        [5, cancel],
        [6, grant(1)],
      ],
      70,
      'expired free 2026-05-02',
    ],
    ['P5.1 paid and renewed', [[0, paid()]], 29, 'active premium -'],
    ['P5.2 a renewal that nobody told of yet', [[0, paid()]], 32.99, 'active premium -'],
    ['P5.2 a renewal that nobody told of in three days', [[0, paid()]], 33, 'past_due premium -'],
    [
      'P5.3 cancelled and paid until the end',
      [[0, paid({ cancelAtPeriodEnd: true })]],
      29.99,
      'active premium 2026-04-01',
    ],
    ['P5.3 cancelled, at the end', [[0, paid({ cancelAtPeriodEnd: true })]], 30, 'canceled free 2026-04-01'],
    [
      'P5.4 a failed renewal',
      [
        [0, paid()],
        [30, paid({ status: 'past_due', occurredAt: day(30) })],
      ],
      31,
      'past_due premium -',
    ],
    [
      'P5.4 a renewal that was paid late',
      [
        [0, paid()],
        [30, paid({ status: 'past_due', occurredAt: day(30) })],
        [33, paid({ currentPeriodEnd: day(60), occurredAt: day(33) })],
      ],
      34,
      'active premium -',
    ],
    [
      'P5.5 ended by the provider',
      [
        [0, paid()],
        [9, paid({ status: 'canceled', occurredAt: day(9) })],
      ],
      9,
      'canceled free 2026-03-11',
    ],
    ['P5.6 a first payment that is not made yet', [[0, paid({ status: 'incomplete' })]], 1, 'null free -'],
    [
      'P5.6 one that never came, after a trial',
      [
        [0, trial],
        [20, paid({ status: 'incomplete_expired' })],
      ],
      21,
      'expired free 2026-03-16',
    ],
    ['P5.6 a word of the provider that nobody knows', [[0, paid({ status: 'dormant' })]], 1, 'null free -'],
    [
      'P5.7 paid in a trial',
      [
        [0, trial],
        [3, paid()],
      ],
      4,
      'active premium -',
    ],
    [
      'P5.7 paid in a trial and ended at once: the trial goes on',
      [
        [0, trial],
        [3, paid()],
        [4, paid({ status: 'canceled', occurredAt: day(4) })],
      ],
      5,
      'trial premium 2026-03-16',
    ],
    [
      'P3.5 a promotion ends while a subscription is paid',
      [
        [0, grant(1)],
        [25, paid({ currentPeriodEnd: day(55) })],
      ],
      40,
      'active premium -',
    ],
    [
      'P3.5 a promotion outlasts a cancelled subscription',
      [
        [0, paid({ cancelAtPeriodEnd: true })],
        [1, grant(3)],
      ],
      31,
      'active premium 2026-06-03',
    ],
    [
      'P3.5 a promotion bridges a failed payment',
      [
        [0, paid({ status: 'past_due' })],
        [1, grant(1)],
      ],
      2,
      'active premium 2026-04-03',
    ],
    [
      'P3.5 and then it is overdue still',
      [
        [0, paid({ status: 'past_due' })],
        [1, grant(1)],
      ],
      60,
      'past_due premium -',
    ],
    [
      'P5.8 a subscription in the place of another',
      [
        [0, paid()],
        [9, paid({ subscriptionId: 'sub_2', currentPeriodEnd: day(39), occurredAt: day(9) })],
        [9, paid({ status: 'canceled', occurredAt: day(9) })],
      ],
      35,
      'active premium -',
    ],
  ])('%s', (_what, events, days, stands) => {
    expect(words(standingAt(lived(...events).state, day(days)))).toBe(stands)
  })

  it('P2.1 lasts to the last millisecond, and not one longer', () => {
    const { state } = lived([0, trial])
    expect(isPremium(standingAt(state, START + TRIAL_LENGTH - 1))).toBe(true)
    expect(isPremium(standingAt(state, START + TRIAL_LENGTH))).toBe(false)
  })

  it('P3.4 a promotion that is extended twice keeps the day of the month', () => {
    const jan31 = Date.UTC(2026, 0, 31)
    const first = planAfter(NO_PLAN, grant(1), jan31).state
    expect(first.promotion?.endsAt).toBe(Date.UTC(2026, 1, 28))
    expect(planAfter(first, grant(1), jan31 + DAY).state.promotion?.endsAt).toBe(Date.UTC(2026, 2, 31))
  })
})

describe('P8 the trail', () => {
  const said = ({ at, why, from, to }: PlanLine): string =>
    `${(at - START) / DAY} ${why}: ${words(from)} → ${words(to)}`

  it('P8.1 says what changed, from what to what, also of changes that keep the status', () => {
    expect(lived([0, trial], [3, cancel], [5, grant(1)]).lines.map(said)).toEqual([
      '0 trial-started: null free - → trial premium 2026-03-16',
      '3 cancelled: trial premium 2026-03-16 → trial premium 2026-03-16',
      '5 promotion-granted: trial premium 2026-03-16 → active premium 2026-04-07',
    ])
  })

  it('P8.2 dates what time did to the instant it was due, before what was noticed later', () => {
    const { lines } = lived(
      [0, trial],
      [3, paid({ cancelAtPeriodEnd: true, currentPeriodEnd: day(10) })],
      [40, grant(1)],
    )
    expect(lines.slice(2).map(said)).toEqual([
      '10 time-passed: active premium 2026-03-16 → trial premium 2026-03-16',
      '14 time-passed: trial premium 2026-03-16 → expired free 2026-03-16',
      '40 promotion-granted: expired free 2026-03-16 → active premium 2026-05-11',
    ])
  })

  it.each<[string, [number, PlanEvent]]>([
    ['the same facts', [2, paid({ status: 'incomplete' })]],
    ['older facts', [2, paid({ occurredAt: START - 1 })]],
    ['a second cancellation', [4, cancel]],
    ['a cancellation of what is over', [15, cancel]],
    ['time that changes nothing', [5, { kind: 'time-passed' }]],
  ])('P8.3 %s leave no line and change nothing', (_what, [days, event]) => {
    const { state } = lived([0, trial], [1, paid({ status: 'incomplete' })], [3, cancel], [14, { kind: 'time-passed' }])
    const { lines, state: unchanged } = planAfter(state, event, day(Math.max(days, 14)))
    expect(lines).toEqual([])
    expect(unchanged).toEqual(state)
  })

  it('P8.3 facts that are still so later leave no line, and stand against older ones', () => {
    const { state } = lived([0, paid()])
    const { lines, state: later } = planAfter(state, paid({ occurredAt: day(2) }), day(2))
    expect(lines).toEqual([])
    expect(planAfter(later, paid({ status: 'past_due', occurredAt: day(1) }), day(3)).state).toEqual(later)
  })

  it('P8.4 an end that turns out to have been later leaves its line', () => {
    const ended = (days: number) => paid({ status: 'canceled', occurredAt: day(days) })
    expect(lived([9, ended(8)], [9, ended(9)]).lines.map(said)).toEqual([
      '9 payment-told: null free - → canceled free 2026-03-10',
      '9 payment-told: canceled free 2026-03-10 → canceled free 2026-03-11',
    ])
  })
})

describe('P7 time', () => {
  it('P7.1 names the next instant at which something changes by itself', () => {
    const due = (...events: [number, PlanEvent][]) => {
      const { dueAt } = lived(...events).state
      return dueAt === null ? null : toInstant(dueAt)
    }
    expect(due()).toBe(null)
    expect(due([0, trial])).toBe(toInstant(START + TRIAL_LENGTH))
    expect(due([0, trial], [14, { kind: 'time-passed' }])).toBe(null)
    expect(due([0, paid()])).toBe(toInstant(day(30) + PAYMENT_GRACE))
    expect(due([0, paid({ currentPeriodEnd: null })])).toBe(null)
    // If the trial ends during a subscription, Premium continues without a change.
    expect(due([0, trial], [1, paid()])).toBe(toInstant(day(30) + PAYMENT_GRACE))
  })
})
