import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from './app.ts'
import { type Person, signIn } from './people.ts'

/** Signs in a 14-year-old (by the test clock) in Sydney, who is not allowed anything yet. */
export async function asMinor(server: TestApp, email: string): Promise<Person> {
  const person = await signIn(server, email)
  const payload = { dateOfBirth: '2011-06-01', timeZone: 'Australia/Sydney' }
  const answer = await person.inject({ method: 'POST', url: '/api/user/verify-age', payload })
  if (!answer.json().parentalConsentRequired) throw new Error(`verifying the age answered ${answer.statusCode}`)
  return person
}

/** Asks this address for consent. */
export const askParent = (person: Person, parentGuardianEmail: string): Promise<LightMyRequestResponse> =>
  person.inject({
    method: 'POST',
    url: '/api/user/request-parental-consent',
    payload: { parentGuardianEmail },
  })

/** Returns the token in the newest consent mail to this address. */
export function mailedToken(server: TestApp, parent: string): string {
  const mail = server.mails.findLast(({ to, text }) => to === parent && text.includes('/consent?token='))
  const token = /\/consent\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`no consent mail to ${parent}`)
  return token
}

export const openLink = (server: TestApp, token: string): Promise<LightMyRequestResponse> =>
  server.inject({ url: `/consent?token=${token}` })

/** Presses a button of the page, as a browser does. */
export const press = (
  server: TestApp,
  token: string,
  action: string,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<LightMyRequestResponse> =>
  server.inject({
    method: 'POST',
    url: '/consent',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ token, action }).toString(),
  })

/** Returns a minor whose parent has agreed; `token` opens the parent's page. */
export async function asConsentedMinor(server: TestApp, email: string): Promise<{ minor: Person; token: string }> {
  const minor = await asMinor(server, email)
  const parent = `parent-of-${email.toLowerCase()}`
  await askParent(minor, parent)
  const token = mailedToken(server, parent)
  await press(server, token, 'accept')
  return { minor, token }
}
