import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorBody } from '#domain/protocol/errors.ts'
import { IDEMPOTENCY_HEADER } from '#domain/protocol/headers.ts'
import { deleteUser, fetchUsers, grantPromotion, sendEmail } from './admin-calls.ts'

afterEach(() => vi.unstubAllGlobals())

const JSON_TYPE = { 'content-type': 'application/json' }

const answering = (status: number, body: string, headers: Record<string, string> = JSON_TYPE) => {
  const fetch = vi.fn(
    async (_path: string, _init: RequestInit) => new Response(body, { status, statusText: 'Bad Gateway', headers }),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const still = () => new AbortController().signal
const grant = { userId: 'ann@example.org', months: 3, promoType: 'downgrade_to_free' } as const

describe('a call of /admin', () => {
  it('7 is refused with the server’s sentence and the field it is about, else with the status and the body', async () => {
    answering(404, JSON.stringify(errorBody('not_found', 'Nobody has this address.', 'userId')))
    expect(await grantPromotion(grant, 'a key')).toEqual({
      kind: 'refused',
      status: 404,
      sentence: 'Nobody has this address.',
      field: 'userId',
    })
    answering(502, 'A proxy', {})
    expect(await deleteUser('1')).toMatchObject({ kind: 'refused', sentence: '502: A proxy' })
  })

  it('that must not be done twice goes under its key', async () => {
    const fetch = answering(500, 'Away', {})
    await grantPromotion(grant, 'a key')
    await sendEmail({ recipientType: 'all', subject: 'Hello', message: 'All is well.' }, 'another key')
    expect(fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get(IDEMPOTENCY_HEADER))).toEqual([
      'a key',
      'another key',
    ])
  })

  it('never takes an answer of another shape for one of ours', async () => {
    answering(200, '{"users":[{"id":1}],"nextCursor":null}')
    expect(await fetchUsers('', null, still())).toEqual({ kind: 'no-answer' })
  })

  it('asks past every cache, and quotes what was searched for', async () => {
    const fetch = answering(200, '{"users":[],"nextCursor":null}')
    await fetchUsers('o’neil & co', 'a/b', still())
    const [path, init] = fetch.mock.calls[0] ?? []
    expect(new URLSearchParams(path?.split('?')[1])).toEqual(
      new URLSearchParams({ query: 'o’neil & co', cursor: 'a/b' }),
    )
    expect(init).toMatchObject({ method: 'GET', cache: 'no-store', credentials: 'same-origin' })
  })

  it('is given up when the page no longer wants it', async () => {
    const fetch = answering(200, '{"users":[],"nextCursor":null}')
    const page = new AbortController()
    await fetchUsers('ann', null, page.signal)
    page.abort()
    expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true)
  })
})
