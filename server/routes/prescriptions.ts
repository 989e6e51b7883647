import { z } from 'zod'
import { DOCUMENT_BYTES } from '#domain/protocol/documents.ts'
import { errorBodySchema } from '#domain/protocol/errors.ts'
import { IDEMPOTENCY_HEADER } from '#domain/protocol/headers.ts'
import {
  confirmAnswer,
  confirmBody,
  extractEmailAnswer,
  prescriptionAnswer,
  prescriptionListAnswer,
} from '#domain/protocol/prescriptions.ts'
import { emailIn } from '#domain/understanding/documents/email.ts'
import { labelModel } from '../ai/label-model.ts'
import type { App, Context, Routes } from '../context.ts'
import { ApiError, tooMany } from '../errors.ts'
import { accountOf } from '../plugins/access.ts'
import { LIMITS, type Limiter } from '../plugins/rate-limit.ts'
import { answerWithSyncHeaders, sayCommit, syncStateOf } from '../plugins/sync-headers.ts'
import { findPicture, picturesOf } from '../services/picture-list.ts'
import { noPicture, pictureRefusal, saveUpload } from '../services/picture-upload.ts'
import { PRESCRIPTIONS, prescriptionsEtag } from '../services/prescriptions.ts'
import { scanUpload, textOn } from '../services/scan.ts'
import type { Answer } from '../services/sync-answer.ts'
import { confirmMedicationsCall, deletePrescriptionCall } from '../services/sync-calls.ts'
import { epochOf } from '../services/sync-state.ts'
import { hangUp } from './hang-up.ts'
import { isCurrent } from './if-none-match.ts'
import { pictureDeletion } from './picture-deletion.ts'
import { PICTURE_HEADERS } from './picture-headers.ts'
import { readUpload, takeUploads } from './upload-parts.ts'
import { keyHeaders, writeRoute, writerOf } from './write-route.ts'

const idParams = z.object({ id: z.string() })

const NOT_FOUND = () => new ApiError(404, 'not_found', 'This prescription is not in your history.')

/**
 * Scans: reading a picture and adding what was found on it are part of Premium, the history and its deletion are not (READINGS,
 * Premium).
 */
export const prescriptionRoutes: Routes = async (app, context) => {
  answerWithSyncHeaders(app, context)
  const perPerson = app.limiter(LIMITS.scan, (request) => accountOf(request).user.id)
  listRoute(app, context)
  pictureRoutes(app, context)
  await app.register(async (scope) => {
    const area = scope as App
    await takeUploads(area, DOCUMENT_BYTES)
    uploadRoute(area, context, perPerson)
    emailRoute(area, context, perPerson)
  })
  writeRoute(app, context, confirmMedicationsCall, {
    capability: 'premium',
    params: idParams,
    body: confirmBody,
    response: { 200: confirmAnswer },
  })
  pictureDeletion(app, context, PRESCRIPTIONS, deletePrescriptionCall)
}

function listRoute(app: App, { db, facts }: Context): void {
  app.get(
    '/api/prescriptions',
    {
      onRequest: app.requireUse('health'),
      schema: {
        headers: z.looseObject({ 'if-none-match': z.string().optional() }),
        response: { 200: prescriptionListAnswer, 304: z.null(), '4xx': errorBodySchema },
      },
    },
    async (request, reply) => {
      const user = writerOf(accountOf(request))
      const state = syncStateOf(request)
      const etag = prescriptionsEtag(epochOf(facts, state), user, state)
      sayCommit(reply, state.seq).headers({ etag, 'cache-control': 'private, no-cache' })
      if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send(null)
      return reply.send(await picturesOf(db, PRESCRIPTIONS, user.id))
    },
  )
}

function uploadRoute(app: App, context: Context, perPerson: Limiter): void {
  const model = labelModel(context.config)
  app.post(
    '/api/prescriptions/upload',
    {
      onRequest: app.requireUse('premium'),
      schema: {
        headers: keyHeaders,
        consumes: ['multipart/form-data'],
        response: { 201: prescriptionAnswer, '4xx': errorBodySchema, 503: errorBodySchema },
      },
    },
    async (request, reply) => {
      const { fields, file: image, isTooLarge } = await readUpload(request, 'image')
      const wait = await perPerson(request)
      if (wait !== null) throw tooMany(wait, 'You have scanned many pictures. Please try again later.')
      const key = request.headers[IDEMPOTENCY_HEADER]
      const upload = { fields, image, isTooLarge, key: typeof key === 'string' ? key : null }
      const user = writerOf(accountOf(request))
      const onSilence = (why: string, status: number | null) =>
        request.log.warn({ why, status }, 'the model proposed nothing for a label')
      const target = scanUpload({ ...context, model, onSilence }, hangUp(reply))
      const answer = await saveUpload(context, { user, ...upload }, target)
      return sayCommit(reply, answer.seq)
        .code(answer.status as 201)
        .send(answer.body as never)
    },
  )
}

/** The first e-mail address on the picture, for the documents' dialog. The picture is not kept. */
function emailRoute(app: App, context: Context, perPerson: Limiter): void {
  app.post(
    '/api/ocr/extract-email',
    {
      onRequest: app.requireUse('premium'),
      schema: {
        consumes: ['multipart/form-data'],
        response: { 200: extractEmailAnswer, '4xx': errorBodySchema, 503: errorBodySchema },
      },
    },
    async (request, reply) => {
      const { file: image, isTooLarge } = await readUpload(request, 'image')
      const wait = await perPerson(request)
      if (wait !== null) throw tooMany(wait, 'You have scanned many pictures. Please try again later.')
      reply.header('cache-control', 'private, no-store')
      const refuse = ({ status, body }: Answer) => reply.code(status as 400).send(body as never)
      const problem = noPicture({ image, isTooLarge })
      if (problem) return refuse(problem)
      const prepared = await context.workshop.prepare(image as Buffer)
      if (prepared.kind === 'refused') return refuse(pictureRefusal(prepared))
      const read = await textOn(context, prepared.image, hangUp(reply))
      return 'refusal' in read ? refuse(read.refusal) : reply.send({ email: emailIn(read.found.text) })
    },
  )
}

function pictureRoutes(app: App, context: Context): void {
  const schema = { params: idParams, response: { 200: z.any(), '4xx': errorBodySchema } }
  for (const what of ['image', 'thumbnail'] as const) {
    app.get(
      `/api/prescriptions/:id/${what}`,
      { onRequest: app.requireUse('health'), schema },
      async (request, reply) => {
        const { user } = accountOf(request)
        const found = await findPicture(
          context.db,
          PRESCRIPTIONS,
          user.id,
          (request.params as { id: string }).id,
        )
        const bytes = found && (await context.blobs.get(found[`${what}Blob`]))
        if (!bytes) throw NOT_FOUND()
        return reply.headers(PICTURE_HEADERS).send(bytes)
      },
    )
  }
}
