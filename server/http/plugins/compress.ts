import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { App } from '../context.ts'

/** Below this size, the headers of a compressed response cost more than compression saves. */
const WORTH_IT = 2048
/** Compresses a page of 2000 events (980 kB) to 66 kB in 8 ms; zlib's default of 11 gets 51 kB but takes 2 s. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const brotliOf = promisify<Buffer, object, Buffer>(brotliCompress)
const gzipOf = promisify<Buffer, Buffer>(gzip)

const ENCODERS = {
  br: (text: string) => brotliOf(Buffer.from(text), BROTLI),
  gzip: (text: string) => gzipOf(Buffer.from(text)),
}

/**
 * Returns the best encoding the client accepts, or null if it accepts none of ours (RFC 9110, section 12.5.3; `q=0`
 * refuses one).
 */
export function encodingFor(acceptEncoding: string | undefined): keyof typeof ENCODERS | null {
  const offers = (acceptEncoding ?? '').toLowerCase().split(',')
  const accepted = offers.flatMap((offer) => {
    const [name = '', ...parameters] = offer.split(';').map((part) => part.trim())
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name]
  })
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}

/**
 * Compresses long responses of the area's routes. Only use it for responses that repeat nothing from their request
 * (BREACH).
 */
export function answerCompressed(app: App): void {
  app.addHook('onSend', async (request: FastifyRequest, reply, payload) => {
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (typeof payload !== 'string' || payload.length < WORTH_IT || encoding === null) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return ENCODERS[encoding](payload)
  })
}
