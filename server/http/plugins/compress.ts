import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#domain/language/translate.ts'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../context.ts'

/** Below this size, the headers of a compressed response cost more than compression saves. */
const WORTH_IT = 2048
/** Compresses a page of 2000 events (980 kB) to 66 kB in 8 ms; zlib's default of 11 gets 51 kB but takes 2 s. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const brotliOf = promisify<Buffer, object, Buffer>(brotliCompress)
const gzipOf = promisify<Buffer, Buffer>(gzip)
const gunzipOf = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

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
 * @param holds whether this response does that
 */
export function answerCompressed(
  app: App,
  holds: (request: FastifyRequest, reply: FastifyReply) => boolean = () => true,
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!holds(request, reply)) return payload
    reply.header('vary', 'accept-encoding')
    if (typeof payload !== 'string' || payload.length < WORTH_IT) return payload
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === null) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return ENCODERS[encoding](payload)
  })
}

/**
 * Has the area's routes accept JSON that was compressed with gzip. As a whole and not as a stream: a broken body is then
 * an error of its request and of nothing else.
 * @param bodyLimit bytes that a body may have, compressed or not
 */
export function acceptCompressed(app: App, bodyLimit: number): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
    plainOf(request.headers['content-encoding'], body, bodyLimit).then((text) => parse(request, text, done), done)
  })
}

async function plainOf(encoding: string | undefined, body: Buffer, maxOutputLength: number): Promise<string> {
  switch (encoding?.toLowerCase() ?? 'identity') {
    case 'identity':
      return body.toString()
    case 'gzip':
      return (await gunzipOf(body, { maxOutputLength }).catch(refused)).toString()
    default:
      throw new ApiError(415, 'unsupported_media_type', t('This kind of content is not accepted here.'))
  }
}

function refused(error: NodeJS.ErrnoException): never {
  if (error.code === 'ERR_BUFFER_TOO_LARGE') throw new ApiError(413, 'too_large', t('The request is too large.'))
  throw new ApiError(400, 'invalid', t('The request body is not valid JSON.'))
}
