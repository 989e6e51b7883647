import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListedPerson } from '#domain/records/person.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { accept, addPerson, offerRole, on } from '../testing/people-of.ts'
import { addMedication, doseBody, type Json, send } from '../testing/writes.ts'

const DAY = 86_400_000
let server: TestApp
let ada: Person
let mia: ListedPerson
beforeEach(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  mia = await addPerson(ada, { name: 'Mia <b>' })
})
afterEach(() => server.close())

const open = (token: string) => server.inject(`/shared?token=${token}`)
const press = (token: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
  server.inject({
    method: 'POST',
    url: '/shared',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ token, action: 'show' }).toString(),
  })
/** Presses the button of an invitation and returns the token of the list's own address. */
async function shown(fields: Json = {}): Promise<{ id: string; token: string; offer: string }> {
  const { id, token: offer } = await offerRole(ada, mia, 'view', fields)
  const answer = await press(offer)
  const address = new URL(String(answer.headers.location), 'https://x.test')
  expect([answer.statusCode, address.pathname]).toEqual([303, '/shared'])
  return { id, offer, token: address.searchParams.get('token') ?? '' }
}

describe('an invitation', () => {
  it('leads to what it offers: straight on with a session, by way of the sign-in without one', async () => {
    const { token } = await offerRole(ada, mia, 'help')
    const href = /href="(\/[^"]*offer[^"]*)"/.exec((await open(token)).body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const signIn = await server.inject(href)
    expect(signIn.statusCode).toBe(200)
    expect(signIn.body).toContain(`name="next" value="/?offer=${token}"`)
    const bob = await asAdult(server, 'bob@example.org')
    const onward = await bob.inject(href)
    expect([onward.statusCode, onward.headers.location]).toEqual([303, `/?offer=${token}`])
  })
})

describe('a list without an account', () => {
  it('shows what is planned today and what became of it, and keeps its address to itself', async () => {
    const { id } = await addMedication(on(ada, mia), { name: 'Metformin', dosage: '500 mg' })
    await addMedication(on(ada, mia), { name: 'Tomorrowol', startDate: '2026-03-03' })
    const { token } = await shown()
    const before = await open(token)
    expect(before.statusCode).toBe(200)
    expect(before.body).toMatch(/Mia &lt;b&gt;, today[\s\S]*Monday, Mar 2, 2026/)
    expect(before.body).toMatch(/8:00 PM[\s\S]*Metformin[\s\S]*500 mg[\s\S]*Due now/)
    expect(before.body).not.toMatch(/Tomorrowol|<script|<form|<b>/)
    expect(before.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      refresh: '300',
    })
    await send(on(ada, mia), 'POST', '/api/doses', doseBody(id, { slot: '2026-03-02 20:00' }))
    expect((await open(token)).body).toMatch(/Metformin[\s\S]*Taken 8:02 PM/)
  })

  it('uses the invitation up, and lasts as long as was said, else 30 days', async () => {
    const { offer, token } = await shown()
    expect(token).not.toBe(offer)
    expect((await open(offer)).statusCode).toBe(404)
    expect((await accept(await asAdult(server, 'bob@example.org'), offer)).statusCode).toBe(404)
    server.clock.advance(30 * DAY - 1)
    expect((await open(token)).statusCode).toBe(200)
    server.clock.advance(1)
    expect((await open(token)).statusCode).toBe(404)
    const soon = await shown({ expiresAt: new Date(server.clock.now() + DAY).toISOString() })
    server.clock.advance(DAY)
    expect((await open(soon.token)).statusCode).toBe(404)
  })

  it('is seen and ended by the owner, at once', async () => {
    const { id, token } = await shown()
    const listed = (await ada.inject(`/api/people/${mia.id}/grants`)).json()
    expect(listed).toMatchObject([{ id, role: 'view', state: 'live', isLink: true, helperName: null }])
    await send(ada, 'DELETE', `/api/grants/${id}`)
    expect((await open(token)).statusCode).toBe(404)
  })

  it('opens nothing but itself: no call takes its token', async () => {
    const { token } = await shown()
    const offer = await server.inject(`/api/grants/offers/${token}`)
    expect(offer.statusCode).toBe(404)
    expect((await press(token)).headers.location).toBe(`/shared?token=${token}`)
  })

  it.each([
    ['more than to see', 'help', {}],
    ['one address', 'view', { email: 'bob@example.org' }],
  ] as const)('is not made of an invitation for %s', async (_, role, fields) => {
    const { token } = await offerRole(ada, mia, role, fields)
    expect((await open(token)).body).not.toContain('<button')
    expect((await press(token)).headers.location).toBe(`/shared?token=${token}`)
    expect((await open(token)).body).toContain('invites you')
  })

  it('is not made by another site, nor by opening the invitation', async () => {
    const { token } = await offerRole(ada, mia, 'view')
    expect((await press(token, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    for (let time = 0; time < 3; time += 1) expect((await open(token)).body).toContain('invites you')
  })

  it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(101), 'ABCD-EFGH'])('%j leads nowhere: 404', async (token) => {
    const answer = await open(token)
    expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('does not work')])
  })
})
