import type { PersonId, UserId } from '#domain/lib/ids.ts'
import { readErrorBody } from '#domain/protocol/errors.ts'
import type { AccountAnswer } from './account-calls.ts'
import { headersOf } from './http-transport.ts'
import { ownData } from './whose.ts'

/** Years of pictures over a slow network. */
const TIME_LIMIT = 600_000

const ZIP = 'application/zip'

/** GET /api/user/export: everything the server stores about the account and its people, as a zip archive. Never rejects. */
export const fetchExport = (account: UserId): Promise<AccountAnswer<Blob>> =>
  fetchFile('/api/user/export', ZIP, account)

/** GET /api/user/export/fhir: the same record as a FHIR R4 Bundle, for other systems. Never rejects. */
export const fetchFhir = (account: UserId): Promise<AccountAnswer<Blob>> =>
  fetchFile('/api/user/export/fhir', 'application/fhir+json', account)

/** GET /api/people/:id/export: the same about one person. Never rejects. */
export const fetchPersonExport = (account: UserId, person: PersonId): Promise<AccountAnswer<Blob>> =>
  fetchFile(`/api/people/${person}/export`, ZIP, account)

async function fetchFile(path: string, wanted: string, account: UserId): Promise<AccountAnswer<Blob>> {
  try {
    const response = await fetch(path, {
      headers: headersOf(ownData(account), {}),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_LIMIT),
    })
    const type = response.headers.get('content-type') ?? ''
    if (response.ok && type.startsWith(wanted)) return { kind: 'ok', value: await response.blob() }
    if (response.status === 401) return { kind: 'signed-out' }
    const said = type.includes('json') ? readErrorBody(await response.json()) : null
    return said && response.status < 500 ? { kind: 'refused', sentence: said.error } : { kind: 'later' }
  } catch {
    return { kind: 'later' }
  }
}
