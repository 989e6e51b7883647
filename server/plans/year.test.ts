import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import { sized } from '#tests/support/long.ts'
import { seeded } from '#tests/understanding/mangle.ts'
import { currentUser } from '../accounts/users.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { cancels, type Expected, hears, isGranted, nothing, standing } from '../testing/plan-oracle.ts'
import { ChanceProvider, type Notice } from '../testing/plan-year.ts'
import { providerSays } from '../testing/provider-word.ts'
import { neverSetAside } from '../testing/set-aside.ts'
import { billingRecords, planEvents, promotions, users } from '../testing/tables.ts'
import { purgePayments, recordPayment } from './billing.ts'
import { duePlansJob } from './due-plans.ts'
import { isPremiumRow } from './plan-row.ts'
import { grantPromotion } from './promotions.ts'

const SEED = Number(process.env.PLANS_SEED ?? 20_261_122)
const PEOPLE = sized({ short: 50, long: 200 })
/** Of an account on one day: few people leave often enough to see that, too. */
const LEAVES = sized({ short: 0.002, long: 0.0015 })
const START = Date.parse('2026-01-01T00:00:00.000Z')
const ADMIN = '01900000-0000-7000-8000-000000000001'
const ZONES = [
  { zone: 'UTC', offset: 0 },
  { zone: 'Australia/Brisbane', offset: 10 },
  { zone: 'Asia/Kolkata', offset: 5.5 },
] as const

/** A user with an address, whether or not they currently have an account. */
interface Life {
  email: string
  zone: string
  offset: number
  hadTrial: boolean
  account: { person: Person; expected: Expected; seen: { at: number; words: string }[] } | null
}

/** Something that happens at an instant. */
interface Happening {
  at: number
  run(): Promise<void>
}

const wordsOf = (plan: {
  subscriptionStatus: string | null
  subscriptionPlan: string
  subscriptionEndsAt: string | Date | null
}): string => {
  const { subscriptionStatus, subscriptionPlan, subscriptionEndsAt: end } = plan
  return `${subscriptionStatus} ${subscriptionPlan} ${end === null ? '-' : new Date(end).toISOString()}`
}

/** A year with all its users: what happens, and what should result from it. */
class Year {
  readonly server: TestApp
  readonly chance = seeded(SEED)
  readonly provider = new ChanceProvider(this.chance)
  readonly lives: Life[]
  readonly paid = new Map<string, number>()
  readonly tally: Record<string, number> = {}

  constructor(server: TestApp) {
    this.server = server
    this.lives = Array.from({ length: PEOPLE }, (_, number) => {
      const home = ZONES[number % ZONES.length] ?? ZONES[0]
      return { email: `life${number}@example.org`, ...home, hadTrial: false, account: null }
    })
  }

  async day(number: number): Promise<void> {
    const { clock } = this.server
    const from = START + number * DAY
    this.provider.live(from)
    const happenings = this.lives.flatMap((life) => this.#plansOf(life, from))
    const moment = from + Math.floor(this.chance() * DAY)
    // On some days nothing runs them.
    if (this.chance() < 0.7) happenings.push({ at: moment, run: () => this.#runJobs() })
    happenings.push(...this.#arrivals(from + DAY))
    for (const { at, run } of happenings.toSorted((one, other) => one.at - other.at)) {
      // Events from before the day begin it.
      clock.set(Math.max(at, from, clock.now()))
      await run()
    }
    clock.set(from + DAY - 1)
    await this.#compare()
  }

  /** Compares everyone's plan with what it should be. */
  async #compare(): Promise<void> {
    const { server } = this
    const now = server.clock.now()
    const rows = await server.db.select().from(users)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const wrong: string[] = []
    for (const { account, email, hadTrial } of this.lives) {
      if (!account) continue
      const row = byId.get(account.person.user.id)
      const said = row && currentUser(row, server.config, now)
      const is = said ? `${wordsOf(said)} ${said.hasUsedTrial}` : 'no account'
      const should = `${standing(account.expected, now)} ${hadTrial}`
      if (is !== should) wrong.push(`${email} on ${new Date(now).toISOString()}: ${is}, not ${should}`)
      account.seen.push({ at: now, words: standing(account.expected, now) })
    }
    expect(wrong).toEqual([])
    expect(rows).toHaveLength(this.lives.filter(({ account }) => account).length)
  }

  async #runJobs(): Promise<void> {
    const { db, clock } = this.server
    await duePlansJob({ ...this.server, onSetAside: neverSetAside }).run()
    const now = clock.now()
    const accounts = this.lives.flatMap(({ account }) => account ?? [])
    const premium = accounts.filter(({ expected }) => /^(active|trial) premium/.test(standing(expected, now)))
    expect(await db.$count(users, isPremiumRow(now))).toBe(premium.length)
  }

  /** Returns what happens in this life on the day, each event at its own moment. */
  #plansOf(life: Life, from: number): Happening[] {
    const moment = () => from + Math.floor(this.chance() * DAY)
    const maybe = (chance: number, name: string, run: () => Promise<void>): Happening[] => {
      if (this.chance() >= chance) return []
      const count = async () => {
        this.tally[name] = (this.tally[name] ?? 0) + 1
        await run()
      }
      return [{ at: moment(), run: count }]
    }
    const { account } = life
    if (!account) return maybe(life.hadTrial ? 0.02 : 0.06, 'sign-up', () => this.#signUp(life))
    const { id } = account.person.user
    return [
      ...maybe(0.006, 'cancel', () => this.#cancel(life)),
      ...maybe(0.005, 'promotion', () => this.#grant(life)),
      ...maybe(0.01, 'subscribe', async () => {
        if (life.account && !this.provider.openOf(id)) this.provider.subscribe(id, life.email, this.server.clock.now())
      }),
      ...maybe(0.008, 'renewal turned off or on', async () => this.provider.turnRenewal(id, this.server.clock.now())),
      ...maybe(LEAVES, 'deletion', () => this.#delete(life)),
    ]
  }

  async #signUp(life: Life): Promise<void> {
    if (life.account) return
    const person = await asAdult(this.server, life.email, life.zone)
    const expected = nothing(life.offset)
    if (!life.hadTrial) expected.trial = this.server.clock.now()
    life.hadTrial = true
    life.account = { person, expected, seen: [] }
  }

  /** A session expires after half a year without use. */
  async #inject(life: Life, request: Parameters<Person['inject']>[0]) {
    if (!life.account) throw new Error('nobody asks')
    const answer = await life.account.person.inject(request)
    if (answer.statusCode !== 401) return answer
    life.account.person = await signIn(this.server, life.email)
    return life.account.person.inject(request)
  }

  async #cancel(life: Life): Promise<void> {
    if (!life.account) return
    const now = this.server.clock.now()
    const words = standing(life.account.expected, now)
    const [status, , end] = words.split(' ')
    const isPremium = status === 'active' || status === 'trial'
    const should = !isPremium ? 400 : end === '-' ? 503 : 200
    const answer = await this.#inject(life, { method: 'POST', url: '/api/cancel-subscription' })
    expect([life.email, words, answer.statusCode]).toEqual([life.email, words, should])
    if (should === 200) cancels(life.account.expected, now)
  }

  async #grant(life: Life): Promise<void> {
    if (!life.account) return
    const months = 1 + Math.floor(this.chance() ** 3 * 12)
    const promoType = this.chance() < 0.5 ? 'auto_renew' : 'downgrade_to_free'
    await grantPromotion(this.server, { email: life.email, months, promoType, by: ADMIN })
    isGranted(life.account.expected, months, this.server.clock.now())
  }

  async #delete(life: Life): Promise<void> {
    if (!life.account) return
    const request = { method: 'DELETE', url: '/api/user/account', payload: { email: life.email } } as const
    expect((await this.#inject(life, request)).statusCode).toBe(204)
    // Its devices learn of it later; the provider's messages about it reach no account.
    this.provider.end(life.account.person.user.id, this.server.clock.now())
    life.account = null
  }

  /** Returns the provider's notices that arrive before `end`, including earlier ones. */
  #arrivals(end: number): Happening[] {
    const due = this.provider.notices.filter(({ arrivesAt }) => arrivesAt < end)
    this.provider.notices.splice(0, Infinity, ...this.provider.notices.filter(({ arrivesAt }) => arrivesAt >= end))
    return due.map((notice) => ({ at: notice.arrivesAt, run: () => this.#hear(notice) }))
  }

  async #hear({ userId, facts, payment }: Notice): Promise<void> {
    const { server } = this
    this.tally.notices = (this.tally.notices ?? 0) + 1
    const account = this.lives.find((life) => life.account?.person.user.id === userId)?.account
    const outcome = await providerSays(server, userId, facts)
    expect(outcome === 'gone').toBe(!account)
    if (account) hears(account.expected, facts)
    if (!payment) return
    await recordPayment(server, payment)
    this.paid.set(payment.invoiceId, payment.paidAt)
  }
}

let server: TestApp
let year: Year
beforeAll(async () => {
  server = await testApp()
  server.clock.set(START)
  year = new Year(server)
  for (let day = 0; day < 365; day += 1) await year.day(day)
}, 600_000)
afterAll(() => server.close())

describe(`a year of plans (PLANS_SEED=${SEED})`, () => {
  it('P1.1 had everybody’s plan right on every day', () => {
    const days = year.lives.reduce((sum, { account }) => sum + (account?.seen.length ?? 0), 0)
    expect(days).toBeGreaterThan(200 * PEOPLE)
    // So that nothing passes only because it never happened.
    for (const what of ['sign-up', 'cancel', 'promotion', 'subscribe', 'deletion', 'notices']) {
      expect([what, (year.tally[what] ?? 0) > 20]).toEqual([what, true])
    }
  })

  it('P8.4 can be told again from the trail: every day of everybody, without a gap', async () => {
    const trail = Map.groupBy(
      await server.db.select().from(planEvents).orderBy(asc(planEvents.id)),
      (line) => line.userId,
    )
    const problems: string[] = []
    for (const { account, email } of year.lives) {
      if (!account) continue
      const lines = trail.get(account.person.user.id) ?? []
      trail.delete(account.person.user.id)
      let before = 'null free -'
      for (const line of lines) {
        const from = wordsOf({
          subscriptionStatus: line.fromStatus,
          subscriptionPlan: line.fromPlan,
          subscriptionEndsAt: line.fromEndsAt,
        })
        if (from !== before) problems.push(`${email}: ${from} after ${before}`)
        before = wordsOf({
          subscriptionStatus: line.toStatus,
          subscriptionPlan: line.toPlan,
          subscriptionEndsAt: line.toEndsAt,
        })
      }
      const last = lines.at(-1)?.recordedAt.getTime() ?? 0
      for (const { at, words } of account.seen.filter(({ at: day }) => day <= last)) {
        const line = lines.findLast((one) => one.at.getTime() <= at)
        const told = line
          ? wordsOf({
              subscriptionStatus: line.toStatus,
              subscriptionPlan: line.toPlan,
              subscriptionEndsAt: line.toEndsAt,
            })
          : 'null free -'
        if (told !== words) problems.push(`${email} on ${new Date(at).toISOString()}: ${told}, not ${words}`)
      }
    }
    expect(problems).toEqual([])
    // Deleted accounts have none.
    expect([...trail.keys()]).toEqual([])
    const owners = new Set<string>(year.lives.flatMap(({ account }) => account?.person.user.id ?? []))
    const granted = await server.db.select().from(promotions)
    expect(granted.filter(({ userId }) => !owners.has(userId))).toEqual([])
  })

  it('P9.3 keeps every payment, also of those who left, and P9.4 forgets each after seven years', async () => {
    const kept = await server.db.select().from(billingRecords)
    expect(kept.map(({ invoiceId }) => invoiceId).toSorted()).toEqual([...year.paid.keys()].toSorted())
    const middle = Date.parse('2033-07-01T00:00:00.000Z')
    await purgePayments(server.db, middle)
    const left = [...year.paid].filter(([, paidAt]) => paidAt > Date.parse('2026-07-01T00:00:00.000Z'))
    expect(await server.db.$count(billingRecords)).toBe(left.length)
    await purgePayments(server.db, Date.parse('2034-01-02T00:00:00.000Z'))
    expect(await server.db.$count(billingRecords)).toBe(0)
  })
})
