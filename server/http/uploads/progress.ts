import type { Readable } from 'node:stream'
import { t } from '#domain/language/translate.ts'
import { ApiError } from '../../platform/errors.ts'

export interface ProgressLimits {
  /** Bytes of the whole body, including what surrounds the file. */
  most: number
  /** Milliseconds between two checks. */
  every: number
  /** Bytes that must arrive between two checks: normally, and while others wait for the slot. */
  least: number
  leastWhileOthersWait: number
}

/**
 * Watches a body while something else reads it. `failed` rejects with ApiError 413 if it has more than `most` bytes,
 * whatever was announced, and with 408 if too little arrives. `stop` ends the watching.
 */
export function watchProgress(
  body: Readable,
  limits: ProgressLimits & { tooLarge: () => ApiError; isContended: () => boolean },
): { failed: Promise<never>; stop(): void } {
  let received = 0
  let lately = 0
  let timer: NodeJS.Timeout | undefined
  let count: (chunk: Buffer) => void = () => {}
  const failed = new Promise<never>((_resolve, reject) => {
    count = (chunk) => {
      received += chunk.length
      lately += chunk.length
      if (received > limits.most) reject(limits.tooLarge())
    }
    timer = setInterval(() => {
      const least = limits.isContended() ? limits.leastWhileOthersWait : limits.least
      if (lately < least) reject(tooSlow())
      lately = 0
    }, limits.every)
  })
  // The caller that races this promise may have finished already.
  failed.catch(() => {})
  body.on('data', count)
  return {
    failed,
    stop: () => {
      clearInterval(timer)
      body.off('data', count)
    },
  }
}

/** RFC 9110, 15.5.9. Devices treat it as a network fault and send again. */
const tooSlow = () =>
  new ApiError(408, 'unavailable', t('The file came too slowly. Please try again on a better connection.'), {
    headers: { 'retry-after': '30' },
  })
