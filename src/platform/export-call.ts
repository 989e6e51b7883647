import { readErrorBody } from '#domain/protocol/errors.ts'
import type { AccountAnswer } from './account-calls.ts'
import { headersOf } from './http-transport.ts'
import type { Whose } from './whose.ts'

/** Years of pictures over a slow network. */
const TIME_LIMIT = 600_000

/** GET /api/user/export: everything the server stores about the person, as a zip archive. Never rejects. */
export async function fetchExport(whose: Whose): Promise<AccountAnswer<Blob>> {
  try {
    const response = await fetch('/api/user/export', {
      headers: headersOf(whose, {}),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_LIMIT),
    })
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && type.startsWith('application/zip')) return { kind: 'ok', value: await response.blob() }
    if (response.status === 401) return { kind: 'signed-out' }
    const said = type.includes('json') ? readErrorBody(await response.json()) : null
    return said && response.status < 500 ? { kind: 'refused', sentence: said.error } : { kind: 'later' }
  } catch {
    return { kind: 'later' }
  }
}
