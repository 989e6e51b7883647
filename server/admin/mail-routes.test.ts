import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_PAGE, type IncomingEmail, type Mailing } from '#domain/protocol/admin.ts'
import { endMailings, noteSent } from '../mail/queue.ts'
import { setWantsMailings } from '../mail/unsubscribe.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { adminAudit, contactMessages, incomingEmails, mailings, mails, users } from '../testing/tables.ts'
import { purgeInbox } from './inbox.ts'

const DAY = 86_400_000

let server: TestApp
let admin: Person
beforeAll(async () => {
  server = await testApp({ environment: { ADMIN_EMAILS: 'admin@example.org' } })
  admin = await signIn(server, 'admin@example.org')
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of [mails, mailings, incomingEmails, contactMessages]) await server.db.delete(table)
})

const post = (payload: Record<string, unknown>) =>
  admin.inject({ method: 'POST', url: '/api/admin/send-email', payload })
const news = { subject: 'News', message: 'There is a new version.' }
const waiting = async () => (await server.db.select().from(mails)).map(({ recipient }) => recipient).sort()

describe('POST /api/admin/send-email', () => {
  let trial: Person
  beforeAll(async () => {
    trial = await asAdult(server, 'trial@example.org')
    await signIn(server, 'free@example.org')
    await signIn(server, 'paying@example.org')
    await server.db
      .update(users)
      .set({ subscriptionStatus: 'active', subscriptionPlan: 'premium' })
      .where(eq(users.email, 'paying@example.org'))
  })

  it.each([
    ['all', ['admin@example.org', 'free@example.org', 'paying@example.org', 'trial@example.org']],
    ['premium', ['paying@example.org']],
    ['trial', ['trial@example.org']],
    ['free', ['admin@example.org', 'free@example.org']],
  ])('to %s is accepted for exactly those, and says for how many', async (recipientType, expected) => {
    const answer = await post({ recipientType, ...news })
    expect([answer.statusCode, answer.json().sent]).toEqual([200, expected.length])
    expect(await waiting()).toEqual(expected)
  })

  it('leaves out who unsubscribed, but not in a mail to them alone', async () => {
    await setWantsMailings(server, trial.user.id, false)
    expect((await post({ recipientType: 'trial', ...news })).json()).toMatchObject({ sent: 0 })
    const alone = await post({ recipientType: 'individual', recipientEmail: trial.email, ...news })
    expect(alone.json()).toMatchObject({ sent: 1 })
    expect(await waiting()).toEqual([trial.email])
    await setWantsMailings(server, trial.user.id, true)
  })

  it('to an individual may go to anybody', async () => {
    await post({ recipientType: 'individual', recipientEmail: ' stranger@example.org ', ...news })
    expect(await server.db.select().from(mails)).toMatchObject([
      { recipient: 'stranger@example.org', userId: null, isBulk: false },
    ])
  })

  it.each([
    ['without a subject', { recipientType: 'all', subject: ' ', message: 'M' }, 'subject'],
    ['without a message', { recipientType: 'all', subject: 'S', message: '' }, 'message'],
    ['to an individual without an address', { recipientType: 'individual', ...news }, 'recipientEmail'],
    [
      'to what is no address',
      { recipientType: 'individual', recipientEmail: 'a@example.org, b@example.org', ...news },
      'recipientEmail',
    ],
    ['to an unknown audience', { recipientType: 'everybody', ...news }, 'recipientType'],
  ])('%s is refused and sends nothing', async (_what, payload, field) => {
    const answer = await post(payload)
    expect([answer.statusCode, answer.json().field]).toEqual([400, field])
    expect(await waiting()).toEqual([])
  })

  describe('under an Idempotency-Key', () => {
    const keyed = (key: string, payload: Record<string, unknown>) =>
      admin.inject({
        method: 'POST',
        url: '/api/admin/send-email',
        headers: { 'idempotency-key': key },
        payload,
      })

    it('goes out once, however often it is asked for, and each is answered like the first', async () => {
      const key = randomUUID()
      const mail = { recipientType: 'all', ...news }
      const answers = await Promise.all([1, 2, 3].map(() => keyed(key, mail)))
      answers.push(await keyed(key.toUpperCase(), mail))
      for (const answer of answers) expect([answer.statusCode, answer.json().sent]).toEqual([200, 4])
      expect(await waiting()).toHaveLength(4)
      expect((await admin.inject('/api/admin/mailings')).json()).toHaveLength(1)
    })

    it('is another mail under another key', async () => {
      for (const key of [randomUUID(), randomUUID()]) await keyed(key, { recipientType: 'premium', ...news })
      expect(await waiting()).toHaveLength(2)
    })

    describe.each([
      ['while it waits', async () => {}],
      [
        'when it went out, and its words and address are gone',
        async () => {
          const [mail] = await server.db.select().from(mails)
          await noteSent(server.db, String(mail?.id), server.clock.now())
          await endMailings(server.db, server.clock.now())
        },
      ],
    ])('%s', (_when, happen) => {
      const mail = { recipientType: 'individual', recipientEmail: 'ann@example.org', ...news }

      it.each([
        ['another subject', { subject: 'Other' }],
        ['another message', { message: 'Other' }],
        ['another audience', { recipientType: 'trial' }],
        ['another recipient', { recipientEmail: 'ben@example.org' }],
      ])('refuses %s', async (_what, other) => {
        const key = randomUUID()
        await keyed(key, mail)
        await happen()
        const answer = await keyed(key, { ...mail, ...other })
        expect([answer.statusCode, answer.json().code]).toEqual([422, 'key_reused'])
        expect(await server.db.$count(mails)).toBe(1)
      })

      it('answers the same mail like the first time', async () => {
        const key = randomUUID()
        const first = await keyed(key, mail)
        await happen()
        const answer = await keyed(key, mail)
        expect([answer.statusCode, answer.json()]).toEqual([200, first.json()])
        expect(await server.db.$count(mails)).toBe(1)
      })
    })

    it('refuses a key that is no UUID', async () => {
      const answer = await keyed('once', { recipientType: 'all', ...news })
      expect([answer.statusCode, answer.json().field]).toEqual([400, 'idempotency-key'])
      expect(await waiting()).toEqual([])
    })
  })

  it('is noted: who sent it and to how many, no word of it', async () => {
    await server.db.delete(adminAudit)
    await post({ recipientType: 'premium', ...news })
    expect(await server.db.select().from(adminAudit)).toMatchObject([
      { actorId: admin.user.id, act: 'mail.send', details: { recipientType: 'premium', recipients: 1 } },
    ])
  })

  it('is listed with how far it is, the newest first', async () => {
    await post({ recipientType: 'premium', ...news })
    server.clock.advance(1000)
    await post({ recipientType: 'free', subject: 'Newer', message: 'M' })
    const answer = await admin.inject('/api/admin/mailings')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json<Mailing[]>()).toMatchObject([
      { subject: 'Newer', recipientType: 'free', recipients: 2, sent: 0, failed: 0, finishedAt: null },
      { subject: 'News', recipientType: 'premium', recipients: 1 },
    ])
  })
})

describe('the inbox', () => {
  const inbox = async (before?: string): Promise<IncomingEmail[]> =>
    (await admin.inject(`/api/admin/incoming-emails${before ? `?before=${before}` : ''}`)).json()
  const arrive = async (subject: string): Promise<string> => {
    server.clock.advance(1000)
    const id = randomUUID()
    await server.db.insert(incomingEmails).values({
      id,
      fromName: '',
      fromEmail: 'bo@example.org',
      subject,
      textContent: 'Text',
      attachments: 2,
      isRead: false,
      isPriority: false,
      fingerprint: id,
      receivedAt: new Date(server.clock.now()),
    })
    return id
  }
  const contact = (by: Person | TestApp, email: string) => {
    server.clock.advance(1000)
    const payload = {
      name: 'Bo Lindqvist',
      email,
      subject: 'Hello there',
      message: 'How do I print my list?',
    }
    return by.inject({ method: 'POST', url: '/api/contact', payload })
  }
  const mark = (id: string) => admin.inject({ method: 'PATCH', url: `/api/admin/incoming-emails/${id}/read` })
  const remove = (id: string) => admin.inject({ method: 'DELETE', url: `/api/admin/incoming-emails/${id}` })

  it('has mails and messages of /contact in one list, the newest first', async () => {
    const first = await arrive('By mail')
    await contact(server, 'bo@example.org')
    const last = await arrive('By mail again')
    expect(await inbox()).toMatchObject([
      { id: last, subject: 'By mail again', fromName: null, attachments: 2 },
      {
        fromName: 'Bo Lindqvist',
        fromEmail: 'bo@example.org',
        subject: 'Hello there',
        textContent: 'How do I print my list?',
        isRead: false,
        isPriority: false,
      },
      { id: first, subject: 'By mail' },
    ])
  })

  it('marks the messages of people with Premium, signed in or writing from their address', async () => {
    const ann = await asAdult(server, 'ann@example.org')
    await contact(ann, 'work@example.org')
    await contact(server, 'Ann@example.org')
    await contact(admin, 'bo@example.org')
    expect((await inbox()).map(({ isPriority }) => isPriority)).toEqual([false, true, true])
  })

  it('is read page by page, nothing twice and nothing left out', async () => {
    const ids = []
    for (let count = 0; count < ADMIN_PAGE + 10; count += 1) ids.unshift(await arrive(`Mail ${count}`))
    const page = await inbox()
    const rest = await inbox(page.at(-1)?.id)
    expect([...page, ...rest].map(({ id }) => id)).toEqual(ids)
    expect(rest).toHaveLength(10)
  })

  it('a mail and a message are marked as read, once and for all', async () => {
    const id = await arrive('Mail')
    await contact(server, 'bo@example.org')
    for (const one of await inbox()) {
      expect((await mark(one.id)).json()).toMatchObject({ success: true })
      expect((await mark(one.id)).statusCode).toBe(200)
    }
    expect((await inbox()).map(({ isRead }) => isRead)).toEqual([true, true])
    expect((await inbox())[1]?.id).toBe(id)
  })

  it('a mail and a message are deleted; again there is nothing to delete', async () => {
    await server.db.delete(adminAudit)
    await arrive('Mail')
    await contact(server, 'bo@example.org')
    for (const { id } of await inbox()) {
      expect((await remove(id)).json()).toMatchObject({ success: true })
      expect((await remove(id)).statusCode).toBe(404)
      expect((await mark(id)).statusCode).toBe(404)
    }
    expect(await inbox()).toEqual([])
    const noted = await server.db.select().from(adminAudit)
    expect(noted.map(({ act }) => act)).toEqual(['inbox.delete', 'inbox.delete'])
  })

  it.each([randomUUID(), 'x'])('an unknown id, %s, answers 404', async (id) => {
    expect([(await remove(id)).statusCode, (await mark(id)).statusCode]).toEqual([404, 404])
  })

  it('forgets what is older than a year', async () => {
    await arrive('Old')
    await contact(server, 'bo@example.org')
    server.clock.advance(364 * DAY)
    await purgeInbox(server.db, server.clock.now())
    expect([await server.db.$count(incomingEmails), await server.db.$count(contactMessages)]).toEqual([1, 1])
    server.clock.advance(2 * DAY)
    await purgeInbox(server.db, server.clock.now())
    expect([await server.db.$count(incomingEmails), await server.db.$count(contactMessages)]).toEqual([0, 0])
  })

  it('loses the mails from an address with its account', async () => {
    const eve = await signIn(server, 'bo@example.org')
    await arrive('Mail')
    const answer = await eve.inject({
      method: 'DELETE',
      url: '/api/user/account',
      payload: { email: eve.email },
    })
    expect(answer.statusCode).toBe(204)
    expect(await server.db.$count(incomingEmails)).toBe(0)
  })
})
