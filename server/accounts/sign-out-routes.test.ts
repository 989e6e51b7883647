import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { signIn } from '../testing/people.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

describe('signing out', () => {
  it.each(['same-origin', 'none'])('ends the session and tells the page, when the browser says %s', async (site) => {
    const person = await signIn(server, 'a@example.org')
    const answer = await person.inject({ url: '/api/logout', headers: { 'sec-fetch-site': site } })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/')
    const set = Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie]))
    expect(set['dosewell-session']).toMatchObject({ value: '', maxAge: 0 })
    expect(set.signed_out).toMatchObject({ value: person.user.id, path: '/', maxAge: 600 })
    expect(set.signed_out?.httpOnly).toBeUndefined()
    expect((await person.inject('/api/auth/user')).statusCode).toBe(401)
  })

  it.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['nobody knows who', {}],
    ['another referrer', { referer: 'https://evil.example/x' }],
  ])('is refused with a page when %s asks, and the session goes on', async (_who, headers) => {
    const person = await signIn(server, 'a@example.org')
    const answer = await person.inject({ url: '/api/logout', headers })
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.cookies).toHaveLength(0)
    expect((await person.inject('/api/auth/user')).statusCode).toBe(200)
  })

  it('works from our own page where browsers send no Sec-Fetch-Site', async () => {
    const person = await signIn(server, 'a@example.org')
    const answer = await person.inject({
      url: '/api/logout',
      headers: { referer: 'http://localhost:3000/history' },
    })
    expect(answer.statusCode).toBe(303)
  })

  it('signing in again takes the sign back, and tells the page whose session has begun', async () => {
    const { user } = await signIn(server, 'a@example.org')
    const asked = await server.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a%40example.org',
    })
    const code = /\b\d{6}\b/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? ''
    const answer = await server.inject({
      method: 'POST',
      url: '/api/login/code',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: asked.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      payload: `code=${code}`,
    })
    expect(answer.cookies.find(({ name }) => name === 'signed_out')).toMatchObject({ value: '' })
    expect(answer.cookies.find(({ name }) => name === 'signed_in')).toMatchObject({
      value: user.id,
      path: '/',
    })
  })
})
