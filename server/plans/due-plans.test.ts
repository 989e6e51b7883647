// On both databases: claims of several servers.
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import { sampleId } from '#domain/testing/samples.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult } from '../testing/people.ts'
import { providerSays } from '../testing/provider-word.ts'
import { neverSetAside } from '../testing/set-aside.ts'
import { planEvents, users } from '../testing/tables.ts'
import { moveDuePlans } from './due-plans.ts'
import { isPremiumRow } from './plan-row.ts'

const START = Date.parse('2026-03-02T09:00:00.000Z')

let server: TestApp
beforeEach(async () => {
  server = await testApp()
})
afterEach(() => server.close())

const lines = () => server.db.select().from(planEvents).orderBy(planEvents.id)
const move = () => moveDuePlans({ ...server, onSetAside: neverSetAside })
const premium = () => server.db.$count(users, isPremiumRow(server.clock.now()))

describe('plans that time changes', () => {
  it('P7.3 are moved at the due instant, dated to it, and told to the devices', async () => {
    const ann = await asAdult(server, 'ann@example.org')
    const heard: unknown[] = []
    const stop = server.changeNotifications.listen((notification) => heard.push(notification))
    server.clock.set(START + 14 * DAY - 1)
    await move()
    expect(await lines()).toHaveLength(1)
    server.clock.set(START + 15 * DAY)
    await move()
    stop()
    expect((await lines()).at(-1)).toMatchObject({
      userId: ann.user.id,
      by: 'clock',
      why: 'time-passed',
      at: new Date(START + 14 * DAY),
      recordedAt: new Date(START + 15 * DAY),
      fromStatus: 'trial',
      toStatus: 'expired',
      toPlan: 'free',
    })
    const [row] = await server.db.select().from(users).where(eq(users.id, ann.user.id))
    expect(row).toMatchObject({ subscriptionStatus: 'expired', subscriptionPlan: 'free', planDueAt: null })
    expect(heard).toMatchObject([{ kind: 'versions', versions: { user: ann.user.id } }])
  })

  it('P7.4 are moved once, however often the job runs', async () => {
    await asAdult(server, 'ann@example.org')
    server.clock.set(START + 20 * DAY)
    await Promise.all([move(), move()])
    await move()
    expect(await lines()).toHaveLength(2)
  })

  it('P7.4 are all moved, however many are due at once, also behind one that cannot be', async () => {
    await asAdult(server, 'ann@example.org')
    const [ann] = await server.db.select().from(users)
    if (!ann) throw new Error('nobody is there')
    const crowd = Array.from({ length: 450 }, (_, number) => ({
      ...ann,
      id: sampleId(number),
      email: `crowd${number}@example.org`,
      // Due, but with nothing to say what for.
      planState: number < 210 ? null : ann.planState,
    }))
    await server.db.insert(users).values(crowd)
    server.clock.set(START + 20 * DAY)
    await move()
    expect(await server.db.$count(users, eq(users.subscriptionStatus, 'expired'))).toBe(241)
  })

  it('P7.2 count as what they are before a job noticed', async () => {
    const ann = await asAdult(server, 'ann@example.org')
    await asAdult(server, 'bob@example.org')
    await providerSays(server, ann.user.id, {
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      status: 'active',
      currentPeriodEnd: START + 30 * DAY,
      cancelAtPeriodEnd: false,
      occurredAt: START,
    })
    const counts = []
    for (const days of [13, 14, 32, 33]) {
      server.clock.set(START + days * DAY)
      counts.push(await premium())
    }
    expect(counts).toEqual([2, 1, 1, 0])
    server.clock.set(START + 13 * DAY)
    const inTrial = isPremiumRow(server.clock.now(), ['trial'])
    const emails = await server.db.select({ email: users.email }).from(users).where(inTrial)
    expect(emails).toEqual([{ email: 'bob@example.org' }])
  })
})
