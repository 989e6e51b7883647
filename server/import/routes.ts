import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import { uuidSchema } from '#domain/lib/ids-schema.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { IMPORT_PREVIEWS_A_DAY, IMPORTS_A_DAY, importAnswer } from '#domain/protocol/import.ts'
import { type Routes, withTime } from '../http/context.ts'
import { LIMITS, requireWithinDay } from '../http/plugins/rate-limit.ts'
import { answerWithSyncHeaders, sayCommit } from '../http/plugins/sync-headers.ts'
import { receiveUpload, takeUploads } from '../http/uploads/receive.ts'
import type { Spooled } from '../http/uploads/spool.ts'
import { perAsker, personOf, writerOf } from '../http/who.ts'
import { keyHeaders, keyOf } from '../http/write-route.ts'
import type { PictureContext } from '../pictures/context.ts'
import { ApiError } from '../platform/errors.ts'
import type { KeyedWrite } from '../sync/idempotency.ts'
import type { WriteAnswer, Writer } from '../sync/writes.ts'
import { carryOutImport, keyedImport, readImport, refuseProblems, repeatedImport } from './import.ts'

/** Serves importing an export into an account: previewed or carried out. */
export const importRoutes: Routes<PictureContext> = async (app, prompt) => {
  const context = withTime(prompt)
  answerWithSyncHeaders(app, prompt)
  const { imports } = context.uploads
  await takeUploads(app, imports)
  /** An export of a family is imported person by person. */
  const perPerson = (request: FastifyRequest) => `${perAsker(request)} ${personOf(request).id}`
  const mayLook = app.limiter(LIMITS.importPreview, perPerson)
  const mayImport = app.limiter(LIMITS.import, perPerson)

  /** Null for a preview, which does not depend on a commit. */
  async function answerTo(request: FastifyRequest, upload: Spooled | null, isPreview: boolean): Promise<WriteAnswer> {
    if (!upload) throw new ApiError(400, 'invalid', t('No file selected. Choose an export.'), { field: 'file' })
    const user = writerOf(personOf(request))
    const key = keyOf(request)
    const { from = null } = request.query as { from?: string }
    const keyed = key !== null && !isPreview ? keyedImport(user, key, upload, from) : null
    const repeated = keyed && (await repeatedImport(context, keyed))
    if (repeated) return repeated
    return context.longWork(user.id, () => readAndCarryOut(request, user, { upload, from, keyed, isPreview }))
  }

  async function readAndCarryOut(
    request: FastifyRequest,
    user: Writer,
    {
      upload,
      from,
      keyed,
      isPreview,
    }: { upload: Spooled; from: string | null; keyed: KeyedWrite | null; isPreview: boolean },
  ): Promise<WriteAnswer> {
    const read = await readImport(context, user, upload, from)
    if (isPreview) return { status: 200, body: read.answer, seq: read.plan.seq }
    refuseProblems(read)
    await requireWithinDay(mayImport, request, t('You can import {count} times a day.', { count: IMPORTS_A_DAY }))
    return carryOutImport(context, user, { read, keyed })
  }

  app.post(
    '/api/user/import',
    {
      onRequest: app.requireUse('health', 'change'),
      schema: {
        headers: keyHeaders,
        querystring: z.object({ preview: z.literal('1').optional(), from: z.string().pipe(uuidSchema).optional() }),
        consumes: ['multipart/form-data'],
        response: { 200: importAnswer, '4xx': errorBodySchema, 503: errorBodySchema },
      },
    },
    async (request, reply) => {
      const ofLooking = t('You can look at {count} files a day.', { count: IMPORT_PREVIEWS_A_DAY })
      await requireWithinDay(mayLook, request, ofLooking)
      const isPreview = request.query.preview === '1'
      const answer = await receiveUpload(imports, request, ({ file }) => answerTo(request, file, isPreview))
      return sayCommit(reply, answer.seq).code(answer.status).send(answer.body)
    },
  )
}
