import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serverFacts } from '../db/meta.ts'
import { eraseAccount } from '../erasure/erase-account.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { type Person, signIn } from '../testing/people.ts'
import { unsubscribeToken, wantsMailings } from './unsubscribe.ts'

let server: TestApp
let ann: Person
let secret: string
let token: string
beforeAll(async () => {
  server = await testApp()
  const facts = await serverFacts(server.db, server.clock, (length) => new Uint8Array(length))
  secret = facts.secret
})
afterAll(() => server.close())
let count = 0
beforeEach(async () => {
  ann = await signIn(server, `ann${++count}@example.org`)
  token = unsubscribeToken(ann.user.id, secret)
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const look = (given = token) => server.inject(`/unsubscribe?token=${given}`)
const post = (fields: Record<string, string>, query = '', headers: Record<string, string> = {}) =>
  server.inject({
    method: 'POST',
    url: `/unsubscribe${query}`,
    headers: { ...FORM, ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const isWanted = () => wantsMailings(server.db, ann.user.id)

describe('the link in a mail to many', () => {
  it('changes nothing when it is looked at: mail scanners follow links', async () => {
    const answer = await look()
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.body).toContain('>Unsubscribe</button>')
    expect(await isWanted()).toBe(true)
  })

  it('leads to a page whose button ends the mails, and whose next one brings them back', async () => {
    const ended = await post({ token, action: 'unsubscribe' })
    expect([ended.statusCode, ended.headers.location]).toEqual([303, `/unsubscribe?token=${token}`])
    expect(await isWanted()).toBe(false)
    expect((await look()).body).toContain('You are unsubscribed')
    await post({ token, action: 'subscribe' })
    expect(await isWanted()).toBe(true)
  })

  it('is posted to by mail programs, without a session, a cookie or a page (RFC 8058)', async () => {
    const answer = await post({ 'List-Unsubscribe': 'One-Click' }, `?token=${token}`)
    expect([answer.statusCode, await isWanted()]).toEqual([200, false])
    await post({ 'List-Unsubscribe': 'One-Click' }, `?token=${token}`)
    expect(await isWanted()).toBe(false)
  })

  it('is posted to as multipart/form-data, too, which RFC 8058 recommends', async () => {
    const payload = [
      '--limit',
      'Content-Disposition: form-data; name="List-Unsubscribe"',
      '',
      'One-Click',
      '--limit--',
      '',
    ].join('\r\n')
    const answer = await server.inject({
      method: 'POST',
      url: `/unsubscribe?token=${token}`,
      headers: { 'content-type': 'multipart/form-data; boundary=limit' },
      payload,
    })
    expect([answer.statusCode, await isWanted()]).toEqual([200, false])
  })

  it('of another server, or changed, ends nothing', async () => {
    const forged = [unsubscribeToken(ann.user.id, 'another secret'), `${token}x`, token.slice(0, -1), ann.user.id, '']
    for (const given of forged) {
      expect((await look(given)).statusCode).toBe(404)
      await post({ token: given, action: 'unsubscribe' })
      await post({ 'List-Unsubscribe': 'One-Click' }, `?token=${given}`)
    }
    expect(await isWanted()).toBe(true)
  })

  it('of a deleted account says so and stores nothing', async () => {
    await eraseAccount(server.db, ann.user.id, server.clock.now())
    await post({ token, action: 'unsubscribe' })
    expect((await look()).statusCode).toBe(404)
  })

  it('is not pressed by another site', async () => {
    const answer = await post({ token, action: 'unsubscribe' }, '', { 'sec-fetch-site': 'cross-site' })
    expect([answer.statusCode, await isWanted()]).toEqual([403, true])
  })
})
