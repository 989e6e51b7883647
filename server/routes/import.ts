import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { errorBodySchema } from '#domain/protocol/errors.ts'
import { IDEMPOTENCY_HEADER } from '#domain/protocol/headers.ts'
import { IMPORT_BYTES, IMPORT_PREVIEWS_A_DAY, IMPORTS_A_DAY, importAnswer } from '#domain/protocol/import.ts'
import type { Routes } from '../context.ts'
import { ApiError, tooMany } from '../errors.ts'
import { type Spooled, spool } from '../import/spool.ts'
import { accountOf } from '../plugins/access.ts'
import { LIMITS } from '../plugins/rate-limit.ts'
import { answerWithSyncHeaders, sayCommit } from '../plugins/sync-headers.ts'
import {
  carryOutImport,
  keyedImport,
  readImport,
  refuseProblems,
  repeatedImport,
} from '../services/import.ts'
import type { WriteAnswer } from '../services/sync-writes.ts'
import { asRefusal, takeUploads } from './upload-parts.ts'
import { keyHeaders, writerOf } from './write-route.ts'

/** Reading an export takes memory and time: what is more waits outside. */
const AT_ONCE = 2

/** An export taken back into an account: looked at, or carried out. */
export const importRoutes: Routes = async (app, context) => {
  answerWithSyncHeaders(app, context)
  await takeUploads(app, IMPORT_BYTES + 1)
  const personOf = (request: FastifyRequest) => accountOf(request).user.id
  const mayLook = app.limiter(LIMITS.importPreview, personOf)
  const mayImport = app.limiter(LIMITS.import, personOf)
  let open = 0

  /** Null for a preview, which says nothing about a commit. */
  async function answerTo(
    request: FastifyRequest,
    upload: Spooled,
    isPreview: boolean,
  ): Promise<WriteAnswer> {
    const user = writerOf(accountOf(request))
    const key = request.headers[IDEMPOTENCY_HEADER]
    const keyed = typeof key === 'string' && !isPreview ? keyedImport(user, key, upload) : null
    const repeated = keyed && (await repeatedImport(context, keyed))
    if (repeated) return repeated
    const read = await readImport(context, user, upload)
    if (isPreview) return { status: 200, body: read.answer, seq: read.plan.seq }
    refuseProblems(read)
    const wait = await mayImport(request)
    if (wait !== null)
      throw tooMany(wait, `You can import ${IMPORTS_A_DAY} times a day. Please try again tomorrow.`)
    return carryOutImport(context, user, { read, keyed })
  }

  app.post(
    '/api/user/import',
    {
      onRequest: app.requireUse('health'),
      schema: {
        headers: keyHeaders,
        querystring: z.object({ preview: z.literal('1').optional() }),
        consumes: ['multipart/form-data'],
        response: { 200: importAnswer, '4xx': errorBodySchema, 503: errorBodySchema },
      },
    },
    async (request, reply) => {
      const wait = await mayLook(request)
      const upload = await readUpload(request, wait === null)
      try {
        if (wait !== null) {
          throw tooMany(
            wait,
            `You can look at ${IMPORT_PREVIEWS_A_DAY} files a day. Please try again tomorrow.`,
          )
        }
        if (!upload) throw new ApiError(413, 'too_large', 'The file is larger than 2 GB.', { field: 'file' })
        if (open >= AT_ONCE) {
          throw new ApiError(
            503,
            'unavailable',
            'Others are importing right now. Please try again in a minute.',
            {
              headers: { 'retry-after': '60' },
            },
          )
        }
        open += 1
        const answer = await answerTo(request, upload, request.query.preview === '1').finally(() => {
          open -= 1
        })
        return sayCommit(reply, answer.seq).code(answer.status).send(answer.body)
      } finally {
        await upload?.file.close()
      }
    },
  )
}

/** Reads the file that is sent, to keep it or only so that its sender hears an answer. Null when it was too large. */
async function readUpload(request: FastifyRequest, isKept: boolean): Promise<Spooled | null> {
  const part = await request.file().catch(asRefusal)
  if (!part) throw new ApiError(400, 'invalid', 'No file selected. Choose an export.', { field: 'file' })
  return spool(part.file, isKept ? IMPORT_BYTES : 0).catch(asRefusal)
}
