import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import {
  confirmAnswer,
  confirmBody,
  correctBody,
  extractEmailAnswer,
  prescriptionAnswer,
  prescriptionListAnswer,
} from '#domain/protocol/prescriptions.ts'
import { labelModel } from '../ai/label-model.ts'
import type { App, Routes } from '../http/context.ts'
import { hangUp } from '../http/hang-up.ts'
import { listRoute } from '../http/list-route.ts'
import { LIMITS, type Limiter, requireWithin } from '../http/plugins/rate-limit.ts'
import { answerWithSyncHeaders, sayCommit } from '../http/plugins/sync-headers.ts'
import { receiveUpload, takeUploads } from '../http/uploads/receive.ts'
import type { Spooled } from '../http/uploads/spool.ts'
import { perAsker, personOf, writerOf } from '../http/who.ts'
import { keyHeaders, keyOf, writeRoute } from '../http/write-route.ts'
import type { PictureContext } from '../pictures/context.ts'
import { pictureDeletion } from '../pictures/picture-deletion.ts'
import { PICTURE_HEADERS } from '../pictures/picture-headers.ts'
import { findPicture, picturesOf } from '../pictures/picture-list.ts'
import { noPicture, pictureRefusal, saveUpload } from '../pictures/picture-upload.ts'
import { ApiError } from '../platform/errors.ts'
import { confirmMedicationsCall, correctPrescriptionCall, deletePrescriptionCall } from './calls.ts'
import { PRESCRIPTIONS, prescriptionsEtag } from './prescriptions.ts'
import { scanUpload, textOn } from './scan.ts'

const idParams = z.object({ id: z.string() })

const NOT_FOUND = () => new ApiError(404, 'not_found', t('This prescription is not in your history.'))

/**
 * Serves scans. Reading a picture, correcting and adding what was found are part of Premium; the history and deleting
 * from it are not (readings, Premium).
 */
export const prescriptionRoutes: Routes<PictureContext> = async (app, context) => {
  answerWithSyncHeaders(app, context)
  const perPerson = app.limiter(LIMITS.scan, perAsker)
  listRoute(app, context, {
    path: '/api/prescriptions',
    row: prescriptionAnswer,
    answer: prescriptionListAnswer,
    etag: prescriptionsEtag,
    rows: (user) => picturesOf(context.db, PRESCRIPTIONS, user.id),
  })
  pictureRoutes(app, context)
  await app.register(async (scope) => {
    const area = scope as App
    await takeUploads(area, context.uploads.pictures)
    uploadRoute(area, context, perPerson)
    emailRoute(area, context, perPerson)
  })
  writeRoute(app, context, confirmMedicationsCall, {
    capability: 'premium',
    params: idParams,
    body: confirmBody,
    response: { 200: confirmAnswer },
  })
  writeRoute(app, context, correctPrescriptionCall, {
    capability: 'premium',
    params: idParams,
    body: correctBody,
    response: { 200: prescriptionAnswer },
  })
  pictureDeletion(app, context, PRESCRIPTIONS, deletePrescriptionCall)
}

function uploadRoute(app: App, context: PictureContext, perPerson: Limiter): void {
  const model = labelModel(context.config)
  const { pictures } = context.uploads
  app.post(
    '/api/prescriptions/upload',
    {
      onRequest: app.requireUse('premium', 'change'),
      schema: {
        headers: keyHeaders,
        consumes: ['multipart/form-data'],
        response: { 201: prescriptionAnswer, '4xx': errorBodySchema, 503: errorBodySchema },
      },
    },
    async (request, reply) => {
      await requireWithin(perPerson, request, t('You have scanned many pictures. Please try again later.'))
      const key = keyOf(request)
      const user = writerOf(personOf(request))
      const onSilence = (why: string, status: number | null) =>
        request.log.warn({ why, status }, 'the model proposed nothing for a label')
      const target = scanUpload({ ...context, model, onSilence }, hangUp(reply))
      const answer = await receiveUpload(pictures, request, ({ fields, file: image }) =>
        saveUpload(context, { user, fields, image, key }, target),
      )
      return sayCommit(reply, answer.seq)
        .code(answer.status as 201)
        .send(answer.body as never)
    },
  )
}

/**
 * Adds the route that returns the first e-mail address on a picture, for the documents' dialog. The picture is not
 * stored.
 */
function emailRoute(app: App, context: PictureContext, perPerson: Limiter): void {
  app.post(
    '/api/ocr/extract-email',
    {
      onRequest: app.requireUse('premium', 'change'),
      schema: {
        consumes: ['multipart/form-data'],
        response: { 200: extractEmailAnswer, '4xx': errorBodySchema, 503: errorBodySchema },
      },
    },
    async (request, reply) => {
      await requireWithin(perPerson, request, t('You have scanned many pictures. Please try again later.'))
      reply.header('cache-control', 'private, no-store')
      const signal = hangUp(reply)
      const read = await receiveUpload(context.uploads.pictures, request, ({ file }) => printOf(context, file, signal))
      if ('found' in read) {
        const { emailIn } = await import('@dosewell/reading/email')
        return reply.send({ email: emailIn(read.found.text) })
      }
      const { status, body } = read.refusal
      return reply.code(status as 400).send(body as never)
    },
  )
}

/** Returns the text on an uploaded picture, which is not stored. */
async function printOf(context: PictureContext, file: Spooled | null, signal: AbortSignal) {
  const problem = noPicture(file)
  if (problem) return { refusal: problem }
  const prepared = await context.workshop.prepare(file as Spooled)
  if (prepared.kind === 'refused') return { refusal: pictureRefusal(prepared) }
  return textOn(context, prepared.image, signal)
}

function pictureRoutes(app: App, context: PictureContext): void {
  const schema = {
    params: idParams,
    response: { 200: z.any(), '4xx': errorBodySchema, 503: errorBodySchema },
  }
  for (const what of ['image', 'thumbnail'] as const) {
    app.get(
      `/api/prescriptions/:id/${what}`,
      { onRequest: app.requireUse('health', 'read'), schema },
      async (request, reply) => {
        const found = await findPicture(
          context.db,
          PRESCRIPTIONS,
          personOf(request).id,
          (request.params as { id: string }).id,
        )
        const bytes = found && (await context.blobs.get(found[`${what}Blob`]))
        if (!bytes) throw NOT_FOUND()
        return reply.headers(PICTURE_HEADERS).send(bytes)
      },
    )
  }
}
