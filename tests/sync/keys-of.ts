import { IDEMPOTENCY_HEADER } from '#domain/protocol/headers.ts'
import type { WireRequest } from './server.ts'

/** Returns the Idempotency-Keys a request carries. */
export function keysOf(request: WireRequest): string[] {
  const single = request.headers[IDEMPOTENCY_HEADER]
  if (single) return [single]
  if (request.path !== '/api/batch' || request.body === null) return []
  return (JSON.parse(request.body) as { calls: { key: string }[] }).calls.map(({ key }) => key)
}
