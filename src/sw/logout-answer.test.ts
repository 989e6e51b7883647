import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PROTOCOL_HEADER } from '#domain/protocol/headers.ts'
import { isLogoutPending, setLogoutPending } from '#src/data/device-store.ts'
import { redirectUnread } from '#src/testing/page.ts'
import { answerLogin, serverAnswer } from './logout-answer.ts'

const OWN = { [PROTOCOL_HEADER]: '1' }
const signOut = { url: 'https://dosewell.example/api/logout' } as Request
const signIn = { url: 'https://dosewell.example/api/login' } as Request

/** What was requested, in order. */
let asked: string[]
let network: (path: string) => Promise<Response>

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (what: Request | string, { signal }: RequestInit = {}) => {
    const path = typeof what === 'string' ? what : new URL(what.url).pathname
    asked.push(path)
    return signal?.aborted ? Promise.reject(signal.reason) : network(path)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a navigation to the sign-out', () => {
  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy’s 502', async () => new Response('', { status: 502 })],
    ['a 503 of the server itself', async () => new Response('', { status: 503, headers: OWN })],
  ])('is left to this device at %s', async (_what, says) => {
    network = says
    expect(await serverAnswer(signOut)).toBeNull()
  })

  it.each([
    ['the redirect', redirectUnread()],
    ['the refusal of another site’s wish', new Response('Sign out?', { status: 403, headers: OWN })],
    ['the refusal of an address it cannot read', new Response('', { status: 400 })],
    ['the refusal of too long an address', new Response('', { status: 431 })],
    ['a 429', new Response('', { status: 429, headers: OWN })],
    ['a proxy’s 403', new Response('', { status: 403 })],
    ['the page of a captive portal', new Response('<html>', { status: 200 })],
  ])('gets %s as it came', async (_what, answer) => {
    network = async () => answer
    expect(await serverAnswer(signOut)).toBe(answer)
  })
})

describe('a navigation to the sign-in', () => {
  const page = new Response('Email')

  it.each([
    ['the server or a proxy redirects', async () => redirectUnread()],
    ['a proxy answers', async () => new Response('', { status: 502 })],
    ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])(
    'ends the session first that a sign-out could not end; when %s, only a page can say that it is done',
    async (_what, says) => {
      await setLogoutPending(true)
      network = (path) => (path === '/api/logout' ? says() : Promise.resolve(page))
      expect(await answerLogin(signIn)).toBe(page)
      expect(asked).toEqual(['/api/logout', '/api/login'])
      expect(await isLogoutPending()).toBe(true)
    },
  )

  it('waits for that no longer than for any answer', async () => {
    await setLogoutPending(true)
    const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    network = (path) => (path === '/api/logout' ? new Promise(() => {}) : Promise.resolve(page))
    expect(await answerLogin(signIn)).toBe(page)
    expect(limits).toHaveBeenCalled()
  })

  it('ends no session when nothing is owed', async () => {
    await setLogoutPending(false)
    network = async () => page
    await answerLogin(signIn)
    expect(asked).toEqual(['/api/login'])
  })
})
