import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorBody } from '#domain/protocol/errors.ts'
import { apiCall } from './api-call.ts'

afterEach(() => vi.unstubAllGlobals())

const answering = (response: () => Response | Promise<Response>) => {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => response())
  vi.stubGlobal('fetch', fetch)
  return fetch
}

const JSON_TYPE = { 'content-type': 'application/json' }

describe('a call that fails (specification, section 7)', () => {
  it.each([
    ['the server’s own sentence', JSON.stringify(errorBody('invalid', 'No.')), JSON_TYPE, 'No.'],
    ['a sentence that stands alone', '{"error":"No."}', JSON_TYPE, 'No.'],
    ['a text', 'Bad gateway of a proxy', {}, '502: Bad gateway of a proxy'],
    ['JSON of somebody else', '{"oops":1}', JSON_TYPE, '502: {"oops":1}'],
    ['nothing', '', {}, '502: Bad Gateway'],
  ])('says %s', async (_what, body, headers, message) => {
    answering(() => new Response(body, { status: 502, statusText: 'Bad Gateway', headers }))
    expect(await apiCall({ method: 'GET', path: '/api/x' })).toMatchObject({
      kind: 'error',
      status: 502,
      message,
    })
  })

  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a portal’s page with 200', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['a portal’s 204', () => new Response(null, { status: 204 })],
    ['JSON that is cut off', () => new Response('{"a":', { headers: JSON_TYPE })],
  ])('has no answer: %s', async (_what, response) => {
    answering(response)
    expect(await apiCall({ method: 'GET', path: '/api/x' })).toEqual({ kind: 'no-answer' })
  })

  it('is done with nothing to say: our own 204', async () => {
    answering(() => new Response(null, { status: 204, headers: { 'dosewell-protocol': '1' } }))
    expect(await apiCall({ method: 'DELETE', path: '/api/x' })).toEqual({ kind: 'ok', status: 204, body: null, seq: 0 })
  })

  it('goes once, with credentials and past every cache; a body goes as JSON', async () => {
    const fetch = answering(() => new Response('{}', { status: 503, headers: JSON_TYPE }))
    await apiCall({ method: 'POST', path: '/api/x', body: { a: 1 } })
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      '/api/x',
      expect.objectContaining({
        method: 'POST',
        credentials: 'same-origin',
        cache: 'no-store',
        headers: JSON_TYPE,
        body: '{"a":1}',
      }),
    )
  })
})
