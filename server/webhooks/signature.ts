import { createHmac } from 'node:crypto'

/**
 * Returns the secret of a webhook. It follows from the server's own secret and the id, so that no table has to hold it
 * readably.
 */
export const secretOf = (id: string, { secret }: { secret: string }): string =>
  `whs_${createHmac('sha256', secret).update(`webhook ${id}`).digest('base64url')}`

/** Returns the value of the signature's header for a body that is sent at `now` (ms). */
export function signatureOf(body: string, { secret, now }: { secret: string; now: number }): string {
  const seconds = Math.floor(now / 1000)
  const signed = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${signed}`
}
