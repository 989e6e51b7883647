// On both databases: claims of several servers.
import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { headerOf, type SinkStep, type SmtpSink, smtpSink } from '#tests/support/smtp-sink.ts'
import { until } from '#tests/support/wait.ts'
import { listMailings, purgeMailQueue, sendMailing } from '../admin/mailings.ts'
import { beginEpoch } from '../backup/begin-epoch.ts'
import { eraseAccount } from '../erasure/erase-account.ts'
import { systemRandom } from '../platform/clock.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { signIn } from '../testing/people.ts'
import { mailings, mails, users } from '../testing/tables.ts'
import { smtpCarrier } from './carrier.ts'
import { CLAIM, endMailings, enqueueMail, markTransmitting, takeOver } from './queue.ts'
import { setWantsMailings } from './unsubscribe.ts'
import { type MailWorker, mailWorker, paceOf } from './worker.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let server: TestApp
let sink: SmtpSink
let workers: MailWorker[]
let faults: unknown[]
let mailFaults: unknown[]
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of [users, mails, mailings]) await server.db.delete(table)
  sink = await smtpSink()
  workers = []
  faults = []
  mailFaults = []
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await sink.close()
})

function worker(timeout = 5_000, db = server.db): MailWorker {
  const { clock, config } = server
  const carrier = smtpCarrier(sink.url, 'Dosewell <hello@dosewell.example>', timeout)
  const made = mailWorker({
    db,
    clock,
    random: systemRandom,
    carrier,
    config: { ...config, MAIL_FROM: 'Dosewell <hello@dosewell.example>' },
    secret: 'secret',
    isAlone: false,
    onFault: (error) => faults.push(error),
    onMailFault: (error) => mailFaults.push(error),
  })
  workers.push(made)
  return made
}
const ports = () => ({ clock: server.clock, random: systemRandom, facts: server.facts })
const put = (to: string, userId: string | null = null) =>
  enqueueMail(server.db, ports(), { to, subject: 'Hello', text: 'Private words', html: '<p>Private words</p>' }, userId)
const mailing = (recipientEmail: string) =>
  sendMailing(
    { db: server.db, ...ports(), mailWaits: () => {} },
    { recipientType: 'individual', recipientEmail, subject: 'News', message: 'Words of ours' },
    randomUUID(),
  )
const mailAll = () =>
  sendMailing(
    { db: server.db, ...ports(), mailWaits: () => {} },
    { recipientType: 'all', subject: 'News', message: 'Words of ours' },
    randomUUID(),
  )
const rows = () => server.db.select().from(mails).orderBy(mails.id)
const states = async () => (await rows()).map(({ state }) => state)
const receivers = () => sink.received.map(({ to }) => to)

describe('a mail in the queue', () => {
  it('of a transaction that is rolled back is never sent', async () => {
    await server.db
      .transaction(async (tx) => {
        await enqueueMail(tx as never, ports(), { to: 'ann@example.org', subject: '', text: '', html: '' })
        throw new Error('rolled back')
      })
      .catch(() => {})
    expect(await worker().pass()).toEqual({ bulk: 0, mails: 0, isReachable: true })
    expect(sink.received).toEqual([])
  })

  it('is sent once, and neither its words nor its address stay', async () => {
    await put('ann@example.org')
    const one = worker()
    await one.pass()
    await one.pass()
    expect(receivers()).toEqual(['ann@example.org'])
    expect(await rows()).toMatchObject([{ state: 'sent', letter: null, recipient: null }])
  })

  it('that is refused for good is not tried again', async () => {
    sink.answer = (_to, step) => (step === 'recipient' ? 550 : undefined)
    await put('nobody@example.org')
    const one = worker()
    await one.pass()
    server.clock.advance(100 * HOUR)
    await one.pass()
    expect(await rows()).toMatchObject([{ state: 'failed', status: 550, attempts: 1, letter: null, recipient: null }])
    expect(sink.received).toEqual([])
  })

  it('that is refused for now is tried again after a pause, and not before', async () => {
    sink.answer = () => 451
    await put('ann@example.org')
    const one = worker()
    await one.pass()
    expect(await rows()).toMatchObject([{ state: 'waiting', status: 451, attempts: 1 }])
    sink.answer = null
    expect(await one.pass()).toMatchObject({ mails: 0 })
    server.clock.advance(MINUTE)
    await one.pass()
    expect([await states(), receivers()]).toEqual([['sent'], ['ann@example.org']])
  })

  it('waits while no mail server is there, and costs none of its attempts', async () => {
    const { url } = sink
    await sink.close()
    for (let count = 0; count < 30; count += 1) await put(`p${count}@example.org`)
    const one = worker()
    expect(await one.pass()).toMatchObject({ isReachable: false })
    const kept = await rows()
    expect(kept.every(({ state, attempts, letter }) => state === 'waiting' && attempts === 0 && letter)).toBe(true)
    expect(faults.length).toBeGreaterThan(0)
    sink = await smtpSink(Number(new URL(url).port))
    await one.pass()
    await one.pass()
    expect(new Set(receivers()).size).toBe(30)
    expect(sink.received).toHaveLength(30)
  })

  it('is given up when no mail server was there for three days', async () => {
    await sink.close()
    await put('ann@example.org')
    server.clock.advance(72 * HOUR)
    await worker().pass()
    expect(await rows()).toMatchObject([{ state: 'failed', letter: null }])
    sink = await smtpSink()
  })

  it.each([
    ['no text', sql`'{"subject": "Hello"}'::jsonb`],
    ['a list for a text', sql`'[1]'::jsonb`],
    ['nothing', sql`'null'::jsonb`],
  ])('that has %s is tried later, is reported, and keeps no other from being sent', async (_what, letter) => {
    for (const name of ['ann', 'bob', 'cleo']) await put(`${name}@example.org`)
    await server.db.update(mails).set({ letter }).where(eq(mails.recipient, 'ann@example.org'))
    const one = worker()
    expect(await one.pass()).toMatchObject({ mails: 3, isReachable: true })
    expect(receivers().sort()).toEqual(['bob@example.org', 'cleo@example.org'])
    expect(mailFaults).toHaveLength(1)
    expect((await states()).sort()).toEqual(['sent', 'sent', 'waiting'])
    expect(await one.pass()).toMatchObject({ mails: 0 })
    server.clock.advance(MINUTE)
    await one.pass()
    const waiting = (await rows()).find(({ state }) => state === 'waiting')
    expect([waiting?.attempts, faults]).toEqual([2, []])
  })

  it('of an account that is deleted before its turn is not sent', async () => {
    const ann = await signIn(server, 'ann@example.org')
    await put(ann.email, ann.user.id)
    await eraseAccount(server.db, ann.user.id, server.clock.now())
    await worker().pass()
    expect(sink.received).toEqual([])
  })

  it('is sent while those to many are held back by their pace', async () => {
    await signIn(server, 'many@example.org')
    await mailAll()
    server.clock.advance(MINUTE)
    await put('one@example.org')
    await worker().pass({ withBulk: false })
    expect(receivers()).toEqual(['one@example.org'])
  })

  it('is forgotten 14 days after its end', async () => {
    await put('ann@example.org')
    await worker().pass()
    server.clock.advance(14 * 24 * HOUR)
    await purgeMailQueue(server.db, server.clock.now())
    expect(await states()).toEqual(['sent'])
    server.clock.advance(1)
    await purgeMailQueue(server.db, server.clock.now())
    expect(await rows()).toEqual([])
  })
})

describe('a mail whose end got no answer', () => {
  beforeEach(() => {
    sink.answer = (_to, step) => (step === 'message' ? 'hang' : undefined)
  })

  it('of an administrator is in doubt and never sent again', async () => {
    const { mailingId } = await mailing('ann@example.org')
    const one = worker(3_000)
    await one.pass()
    sink.answer = null
    server.clock.advance(100 * HOUR)
    await one.pass()
    expect(sink.received).toHaveLength(1)
    expect(await listMailings(server.db)).toMatchObject([{ id: mailingId, recipients: 1, sent: 0, inDoubt: 1 }])
  })

  it('of the server is sent again under the same Message-ID', async () => {
    await put('ann@example.org')
    const one = worker(3_000)
    await one.pass()
    sink.answer = null
    server.clock.advance(MINUTE)
    await one.pass()
    const ids = sink.received.map((mail) => headerOf(mail, 'Message-ID'))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@dosewell\.example>$/)
  })
})

describe('what a server that died had claimed', () => {
  const leave = async (state: 'claimed' | 'handing-over') => {
    const at = new Date(server.clock.now())
    await server.db.update(mails).set({ state, claimedBy: randomUUID(), claimedAt: at })
  }
  const takeOverNow = () => takeOver(server.db, server.clock.now() - CLAIM, server.clock.now())
  /**
   * Has one server send a mail, held up at this step of the conversation, while its claim ends and another server takes
   * over.
   */
  const takenFromSlow = async (heldAt: SinkStep) => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<undefined>()
    sink.answer = (_to, step) => {
      if (step !== heldAt) return undefined
      asked.resolve()
      return answer.promise
    }
    const slow = worker().pass()
    await asked.promise
    server.clock.advance(CLAIM)
    await takeOverNow()
    return { slow, answer }
  }

  it('and not handed over is sent by another one, once its claim has ended', async () => {
    await mailing('ann@example.org')
    await leave('claimed')
    await takeOverNow()
    expect(await states()).toEqual(['claimed'])
    server.clock.advance(CLAIM)
    await takeOverNow()
    await worker().pass()
    expect(receivers()).toEqual(['ann@example.org'])
  })

  it('and was handing over is in doubt, and its mailing over', async () => {
    await mailing('ann@example.org')
    await leave('handing-over')
    server.clock.advance(CLAIM)
    await takeOverNow()
    await worker().pass()
    expect([await states(), sink.received]).toEqual([['in-doubt'], []])
  })

  it('is handed over by the first one, which lives, or waits again, never both', async () => {
    await mailing('ann@example.org')
    await leave('claimed')
    const [row] = await rows()
    server.clock.advance(CLAIM)
    let isMarked: boolean | undefined
    // The first one continues right after the first statement of the one taking over.
    const between = {
      update: (table: typeof mails) => ({
        set: (values: Record<string, unknown>) => ({
          where: async (rule: SQL) => {
            await server.db.update(table).set(values).where(rule)
            isMarked ??= await markTransmitting(server.db, String(row?.id), String(row?.claimedBy))
          },
        }),
      }),
    }
    await takeOver(between as never, server.clock.now() - CLAIM, server.clock.now())
    expect([isMarked, await states()]).toEqual([false, ['waiting']])
  })

  it('and was handing over by one that turns out to live is counted as sent once that is known', async () => {
    const { mailingId } = await mailing('ann@example.org')
    const { slow, answer } = await takenFromSlow('message')
    await endMailings(server.db, server.clock.now())
    expect(await listMailings(server.db)).toMatchObject([{ sent: 0, inDoubt: 1 }])
    answer.resolve(undefined)
    await slow
    expect(await states()).toEqual(['sent'])
    expect(await listMailings(server.db)).toMatchObject([{ id: mailingId, sent: 1, inDoubt: 0 }])
  })

  it('is not handed over by the first one when it turns out to live', async () => {
    await mailing('ann@example.org')
    const { slow, answer } = await takenFromSlow('recipient')
    sink.answer = null
    await worker().pass()
    answer.resolve(undefined)
    await slow
    expect([receivers(), await states()]).toEqual([['ann@example.org'], ['sent']])
  })
})

it('servers that work at the same time send each mail once', async () => {
  const addresses = Array.from({ length: 300 }, (_, index) => `p${index}@example.org`)
  for (const address of addresses) await put(address)
  const all = [worker(), worker(), worker()]
  const isEmpty = async () => (await Promise.all(all.map((one) => one.pass()))).every(({ mails: count }) => count === 0)
  while (!(await isEmpty()));
  expect(receivers().sort()).toEqual(addresses.sort())
})

describe('when the database fails amid a pass', () => {
  /** Returns the database, with the first attempt to record a waiting mail failing. */
  function failingOnce(): typeof server.db {
    let isFailing = true
    const update = (table: typeof mails) => {
      const builder = server.db.update(table)
      const set = (values: Record<string, unknown>) => {
        if (!isFailing || !('attempts' in values)) return builder.set(values)
        isFailing = false
        throw new Error('the database is away')
      }
      return { set }
    }
    return new Proxy(server.db, {
      get: (db, name) => (name === 'update' ? update : Reflect.get(db, name, db)),
    })
  }

  it('what is on its way is waited for, what was not begun is given back, and nothing goes twice', async () => {
    for (let count = 0; count < 20; count += 1) await put(`p${count}@example.org`)
    const [refused, held] = ['p0@example.org', 'p1@example.org']
    const isHeld = Promise.withResolvers<void>()
    const release = Promise.withResolvers<undefined>()
    sink.answer = async (to, step) => {
      if (step === 'message' && to === held) {
        isHeld.resolve()
        return release.promise
      }
      if (to !== refused || step !== 'recipient') return undefined
      await isHeld.promise
      return 451
    }
    const one = worker(5_000, failingOnce())
    let isOver = false
    const pass = one.pass().finally(() => {
      isOver = true
    })
    const outcome = expect(pass).rejects.toThrow('the database is away')
    await until(async () => (await states()).filter((state) => state === 'sent').length > 0, {
      what: 'others',
    })
    expect(isOver).toBe(false)
    release.resolve(undefined)
    await outcome
    expect(receivers()).toContain(held)
    expect(await states()).not.toContain('claimed')
    expect(await states()).not.toContain('handing-over')
    sink.answer = null
    await one.pass()
    expect([receivers().length, new Set(receivers()).size]).toEqual([20, 20])
  })
})

describe('a mail to many', () => {
  it('does not go to who unsubscribed between its acceptance and their turn', async () => {
    const ann = await signIn(server, 'ann@example.org')
    await signIn(server, 'bob@example.org')
    expect(await mailAll()).toMatchObject({ sent: 2 })
    await setWantsMailings(server, ann.user.id, false)
    await worker().pass()
    expect(receivers()).toEqual(['bob@example.org'])
    expect(await listMailings(server.db)).toMatchObject([
      { recipients: 2, sent: 1, failed: 0, inDoubt: 0, withheld: 1 },
    ])
  })

  it('says how to unsubscribe, to the person and to the mail program', async () => {
    await signIn(server, 'ann@example.org')
    await mailAll()
    await worker().pass()
    const [mail] = sink.received
    if (!mail) throw new Error('no mail came')
    expect(headerOf(mail, 'List-Unsubscribe')).toMatch(
      /^<http:\/\/localhost:3000\/unsubscribe\?token=[0-9a-f-]{36}\.[\w-]{43}>$/,
    )
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated')
    expect(mail.raw).toContain('Unsubscribe: http://localhost:3000/unsubscribe?token=')
  })

  it('keeps its counts and its subject when it is over, and its message no longer', async () => {
    await signIn(server, 'ann@example.org')
    await mailAll()
    expect(await server.db.select().from(mailings)).toMatchObject([{ message: 'Words of ours', endedAt: null }])
    await worker().pass()
    expect(await server.db.select().from(mailings)).toMatchObject([{ subject: 'News', message: null, sent: 1 }])
  })

  it('S11 is not sent to the rest after a restore, which may have gone out since the snapshot', async () => {
    await signIn(server, 'ann@example.org')
    await mailAll()
    await put('one@example.org')
    await beginEpoch(server.db, ports())
    await worker().pass()
    expect(receivers()).toEqual(['one@example.org'])
    expect((await server.db.select().from(mails).where(eq(mails.isBulk, true))).map(({ state }) => state)).toEqual([
      'in-doubt',
    ])
  })

  it('keeps to MAILS_PER_MINUTE', () => {
    expect([paceOf(25, 300), paceOf(1, 60), paceOf(25, 1_000_000)]).toEqual([5_000, 1_000, 2])
  })
})
