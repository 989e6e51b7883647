import type { Readable } from 'node:stream'
import { ApiError } from '../../platform/errors.ts'

export interface ProgressLimits {
  /** Bytes of the whole body, around the file included. */
  most: number
  /** Milliseconds from one look to the next. */
  every: number
  /** Bytes that must have come from one look to the next, and while others wait for the place. */
  least: number
  leastWhileOthersWait: number
}

/**
 * Watches a body while it is read by somebody else: `failed` rejects with ApiError 413 when it has more than `most` bytes, whatever
 * was announced, and 408 when too little of it came for a while. `stop` ends that.
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
  // Whoever races it may have gone already.
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

/** RFC 9110, 15.5.9. Devices take it for a fault of the network and send again. */
const tooSlow = () =>
  new ApiError(408, 'unavailable', 'The file came too slowly. Please try again on a better connection.', {
    headers: { 'retry-after': '30' },
  })
