import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { CurrentUser } from '#domain/records/user.ts'
import { cookieName } from '../http/cookies.ts'
import type { TestApp } from './app.ts'

/** A signed-in browser: `inject` sends its cookie and names its user, as the app's own requests do. */
export interface Person {
  email: string
  user: CurrentUser
  cookie: string
  inject(options: InjectOptions | string): Promise<LightMyRequestResponse>
}

const cookiesOf = (answer: LightMyRequestResponse): string =>
  answer.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ')

const form = (fields: Record<string, string>, cookie = ''): InjectOptions => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', cookie },
  payload: new URLSearchParams(fields).toString(),
})

/**
 * Requests a code on the sign-in page and reads it from the mail. `cookie` leads to the code page; `before` is the
 * browser's own.
 */
export async function askForCode(
  server: TestApp,
  email: string,
  before = '',
): Promise<{ code: string; cookie: string }> {
  const asked = await server.inject({ ...form({ email }, before), url: '/api/login' })
  if (asked.statusCode !== 303) throw new Error(`asking for a code answered ${asked.statusCode}`)
  const code = /\b\d{6}\b/.exec(server.mails.findLast((mail) => mail.to === email.toLowerCase())?.text ?? '')?.[0]
  if (!code) throw new Error('no code was mailed')
  return { code, cookie: cookiesOf(asked) }
}

/** Enters a code on the code page. */
export const typeCode = (server: TestApp, code: string, cookie: string): Promise<LightMyRequestResponse> =>
  server.inject({ ...form({ code }, cookie), url: '/api/login/code' })

/** Signs in through the real pages with the mailed code. A new address creates a new account, without an age. */
export async function signIn(server: TestApp, email: string): Promise<Person> {
  const asked = await askForCode(server, email)
  const answer = await typeCode(server, asked.code, asked.cookie)
  const session = answer.cookies.find(({ name }) => name === cookieName(server.config, 'session'))
  if (!session) throw new Error(`signing in answered ${answer.statusCode}: ${answer.body}`)
  const cookie = `${session.name}=${session.value}`
  const user = (await server.inject({ url: '/api/auth/user', headers: { cookie } })).json<CurrentUser>()
  return {
    email,
    user,
    cookie,
    inject: (options) => {
      const request = typeof options === 'string' ? { url: options } : options
      return server.inject({ ...request, headers: { cookie, 'dosewell-user': user.id, ...request.headers } })
    },
  }
}

/** Signs in an adult in Sydney during the trial, who may use everything except /admin. */
export async function asAdult(server: TestApp, email: string, timeZone = 'Australia/Sydney'): Promise<Person> {
  const person = await signIn(server, email)
  const answer = await person.inject({
    method: 'POST',
    url: '/api/user/verify-age',
    payload: { dateOfBirth: '1980-05-17', timeZone },
  })
  if (answer.statusCode !== 200) throw new Error(`verifying the age answered ${answer.statusCode}: ${answer.body}`)
  const user = (await person.inject('/api/auth/user')).json<CurrentUser>()
  return { ...person, user }
}
