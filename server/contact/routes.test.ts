import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseAccount } from '../erasure/erase-account.ts'
import { type TestApp, type TestAppOptions, testApp } from '../testing/app.ts'
import { queuedMails } from '../testing/mails.ts'
import { signIn } from '../testing/people.ts'
import { contactMessages } from '../testing/tables.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp({ environment: { SUPPORT_EMAIL: 'help@example.org' } })
})
const others: TestApp[] = []
afterAll(() => Promise.all([server, ...others].map((one) => one.close())))
/** Starts a separate server for a test that breaks or limits it. */
async function another(options: TestAppOptions = {}): Promise<TestApp> {
  const made = await testApp(options)
  others.push(made)
  return made
}

let count = 0
const message = (changes: Record<string, string> = {}) => ({
  id: randomUUID(),
  name: 'Bo Lindqvist',
  email: `bo${++count}@example.org`,
  subject: 'Hello there',
  message: 'How do I print my list?',
  ...changes,
})
const write = (payload: Record<string, unknown>, to = server) =>
  to.inject({ method: 'POST', url: '/api/contact', payload })
const post = (fields: Record<string, string>, headers: Record<string, string> = {}, to = server) =>
  to.inject({
    method: 'POST',
    url: '/api/contact',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const keptOf = (email: string) => server.db.select().from(contactMessages).where(eq(contactMessages.email, email))

describe('POST /api/contact', () => {
  it('keeps the message of a visitor, and mails it so that an answer reaches them', async () => {
    const sent = message({ name: ' Bo Lindqvist ', message: 'Is <b>bold</b> & "quoted" safe?' })
    const answer = await write(sent)
    expect([answer.statusCode, answer.json().success]).toEqual([200, true])
    expect(answer.json().message).toContain('24-48 hours')
    expect(await keptOf(sent.email)).toMatchObject([{ ...sent, name: 'Bo Lindqvist', userId: null, readAt: null }])
    const mail = (await queuedMails(server.db)).at(-1)
    expect(mail).toMatchObject({
      to: 'help@example.org',
      replyTo: sent.email,
      subject: 'Contact: Hello there',
    })
    expect(mail?.text).toContain(sent.message)
    expect(mail?.html).toContain('Is &lt;b&gt;bold&lt;/b&gt;')
  })

  it('that arrives twice is kept and mailed once', async () => {
    const sent = message()
    await write(sent)
    const { length } = await queuedMails(server.db)
    expect((await write(sent)).statusCode).toBe(200)
    expect(await keptOf(sent.email)).toHaveLength(1)
    expect(await queuedMails(server.db)).toHaveLength(length)
  })

  it.each([
    ['name', 'B', 'Name must be at least 2 characters'],
    ['email', 'bo', 'Please enter a valid email address'],
    ['subject', 'Hi', 'Subject must be at least 5 characters'],
    ['message', 'Too short', 'Message must be at least 10 characters'],
  ])('with a wrong %s is refused in the words of the specification', async (field, typed, sentence) => {
    const answer = await write(message({ [field]: typed }))
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid', field, error: sentence }])
  })

  it('without a field says which', async () => {
    const answer = await write({})
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'name'])
  })

  it('is not mailed where mails to SUPPORT_EMAIL come to the same inbox', async () => {
    const other = await another({
      environment: { SUPPORT_EMAIL: 'help@example.org', INBOUND_SMTP_PORT: '2525' },
    })
    expect((await write(message(), other)).statusCode).toBe(200)
    expect(await other.db.select().from(contactMessages)).toHaveLength(1)
    expect(await queuedMails(other.db)).toEqual([])
  })

  it('is refused with the specified sentence when it cannot be kept', async () => {
    const other = await another()
    await other.db.execute('DROP TABLE contact_messages')
    const answer = await write(message(), other)
    expect([answer.statusCode, answer.json().error]).toEqual([500, 'Failed to send message. Please try again.'])
  })

  it('of one network is taken five times an hour, of an account wherever it is, and nobody uses up those of another', async () => {
    const strict = await another({ environment: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: 'on' } })
    const al = await signIn(strict, 'al@example.org')
    const from = (ip: string, changes: Record<string, string> = {}, cookie = '') =>
      strict.inject({
        method: 'POST',
        url: '/api/contact',
        headers: { 'x-forwarded-for': ip, cookie },
        payload: message({ email: 'al@example.org', ...changes }),
      })
    expect((await from('203.0.113.1', { subject: '' })).statusCode).toBe(400)
    for (let sent = 0; sent < 5; sent += 1) expect((await from('203.0.113.1')).statusCode).toBe(200)
    const refused = await from('203.0.113.1', { email: 'other@example.org' })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBe(3600)
    // Others who write in the owner's name, from there or elsewhere, do not use up the owner's limit.
    expect((await from('198.51.100.7')).statusCode).toBe(200)
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await from(`203.0.113.${sent}`, {}, al.cookie)).statusCode).toBe(200)
    }
    expect((await from('203.0.113.9', {}, al.cookie)).statusCode).toBe(429)
  })

  it('goes with the account: what was written while signed in, or from its address', async () => {
    const ann = await signIn(server, 'ann@example.org')
    await ann.inject({ method: 'POST', url: '/api/contact', payload: message({ email: 'work@example.org' }) })
    await write(message({ email: 'Ann@Example.org' }))
    await write(message({ email: 'other@example.org' }))
    expect(await keptOf('work@example.org')).toMatchObject([{ userId: ann.user.id }])
    await eraseAccount(server.db, ann.user.id, server.clock.now())
    expect(await keptOf('work@example.org')).toEqual([])
    expect(await keptOf('ann@example.org')).toEqual([])
    expect(await keptOf('other@example.org')).toHaveLength(1)
  })
})

describe('the contact form without script', () => {
  it('is answered with a page', async () => {
    const sent = message()
    const answer = await post(sent)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.body).toContain('Message Sent!')
    expect(await keptOf(sent.email)).toHaveLength(1)
  })

  it('comes back with all that was typed and a sentence under each wrong field', async () => {
    const answer = await post(message({ name: 'B', email: '"><script>', message: 'A </textarea> in it' }))
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('Name must be at least 2 characters')
    expect(answer.body).toContain('Please enter a valid email address')
    expect(answer.body).not.toContain('Subject must')
    expect(answer.body).toContain('value="B"')
    expect(answer.body).toContain('value="&quot;&gt;&lt;script&gt;"')
    expect(answer.body).toContain('A &lt;/textarea&gt; in it')
  })

  it('comes back with all that was typed when the server cannot keep it', async () => {
    const other = await another()
    await other.db.execute('DROP TABLE contact_messages')
    const answer = await post(message(), {}, other)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).toContain('Failed to send message. Please try again.')
    expect(answer.body).toContain('How do I print my list?')
  })

  it('of another site is refused', async () => {
    const answer = await post(message(), { 'sec-fetch-site': 'cross-site' })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross_site'])
  })
})
