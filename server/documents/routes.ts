import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import {
  documentAnswer,
  documentListAnswer,
  editDocumentBody,
  emailDocumentBody,
  sentAnswer,
} from '#domain/protocol/documents.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import type { App, Routes } from '../http/context.ts'
import { hangUp } from '../http/hang-up.ts'
import { listRoute } from '../http/list-route.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { answerWithSyncHeaders, sayCommit } from '../http/plugins/sync-headers.ts'
import { receiveUpload, takeUploads } from '../http/uploads/receive.ts'
import { askerOf, perAsker, personOf, writerOf } from '../http/who.ts'
import { keyHeaders, keyOf, writeRoute } from '../http/write-route.ts'
import type { MailContext } from '../mail/context.ts'
import { refusalLink } from '../mail/refusals.ts'
import type { PictureContext } from '../pictures/context.ts'
import { pictureDeletion } from '../pictures/picture-deletion.ts'
import { PICTURE_HEADERS } from '../pictures/picture-headers.ts'
import { findPicture, picturesOf } from '../pictures/picture-list.ts'
import { saveUpload } from '../pictures/picture-upload.ts'
import { ApiError } from '../platform/errors.ts'
import { deleteDocumentCall, editDocumentCall } from './calls.ts'
import { documentMail, fileNameOf } from './document-mail.ts'
import { allowDocumentMail } from './document-mail-limits.ts'
import { documentUpload } from './document-upload.ts'
import { DOCUMENTS, documentsEtag } from './documents.ts'

const idParams = z.object({ id: z.string() })

const NOT_FOUND = () => new ApiError(404, 'not_found', t('This document is not in your list.'))

/** Serves medical documents: the specification's five calls, editing, and the pictures. */
export const documentRoutes: Routes<MailContext & PictureContext> = async (app, context) => {
  answerWithSyncHeaders(app, context)
  listRoute(app, context, {
    path: '/api/medical-documents',
    row: documentAnswer,
    answer: documentListAnswer,
    etag: documentsEtag,
    rows: (user) => picturesOf(context.db, DOCUMENTS, user.id),
  })
  await uploadRoute(app, context)
  writeRoute(app, context, editDocumentCall, {
    params: idParams,
    body: editDocumentBody,
    response: { 200: documentAnswer },
  })
  pictureDeletion(app, context, DOCUMENTS, deleteDocumentCall)
  pictureRoutes(app, context)
  emailRoute(app, context)
}

async function uploadRoute(app: App, context: PictureContext): Promise<void> {
  const perPerson = app.limiter(LIMITS.documentUpload, perAsker)
  const readPerPerson = app.limiter(LIMITS.documentReading, perAsker)
  const { pictures } = context.uploads
  await takeUploads(app, pictures)
  app.post(
    '/api/medical-documents/upload',
    {
      onRequest: app.requireUse('health', 'change'),
      schema: {
        headers: keyHeaders,
        consumes: ['multipart/form-data'],
        response: { 201: documentAnswer, '4xx': errorBodySchema, 503: errorBodySchema },
      },
    },
    async (request, reply) => {
      await requireWithin(perPerson, request)
      const key = keyOf(request)
      const user = writerOf(personOf(request))
      const target = documentUpload({
        ...context,
        mayRead: async () => (await readPerPerson(request)) === null,
        signal: hangUp(reply),
      })
      const answer = await receiveUpload(pictures, request, ({ fields, file: image }) =>
        saveUpload(context, { user, fields, image, key }, target),
      )
      return sayCommit(reply, answer.seq)
        .code(answer.status as 201)
        .send(answer.body as never)
    },
  )
}

function pictureRoutes(app: App, context: PictureContext): void {
  const schema = {
    params: idParams,
    response: { 200: z.any(), '4xx': errorBodySchema, 503: errorBodySchema },
  }
  const onRequest = app.requireUse('health', 'read')
  const paths = { image: 'imageBlob', thumbnail: 'thumbnailBlob', download: 'imageBlob' } as const
  for (const what of ['image', 'thumbnail', 'download'] as const) {
    app.get(`/api/medical-documents/:id/${what}`, { onRequest, schema }, async (request, reply) => {
      const found = await findPicture(
        context.db,
        DOCUMENTS,
        personOf(request).id,
        (request.params as { id: string }).id,
      )
      const bytes = found && (await context.blobs.get(found[paths[what]]))
      if (!found || !bytes) throw NOT_FOUND()
      if (what === 'download') sayFileName(reply, fileNameOf(found.record))
      return reply.headers(PICTURE_HEADERS).send(bytes)
    })
  }
}

/** Uses both forms of RFC 6266: the plain one for old programs, the encoded one for every script. */
function sayFileName(reply: FastifyReply, name: string): void {
  const plain = name.replace(/[^\x20-\x7e]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  reply.header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
}

function emailRoute(app: App, context: MailContext & PictureContext): void {
  const link = { origin: context.config.PUBLIC_URL, secret: context.facts.secret }
  app.post(
    '/api/medical-documents/:id/email',
    {
      onRequest: app.requireUse('health', 'change'),
      schema: {
        params: idParams,
        body: emailDocumentBody,
        response: { 200: sentAnswer, '4xx': errorBodySchema, 503: errorBodySchema },
      },
    },
    async (request) => {
      const { user } = askerOf(request)
      const found = await findPicture(context.db, DOCUMENTS, personOf(request).id, request.params.id)
      const image = found && (await context.blobs.get(found.imageBlob))
      if (!found || !image) throw NOT_FOUND()
      const to = request.body.recipientEmail
      const allowed = await allowDocumentMail(context, user, to)
      const mail = documentMail(user, found.record, { to, image, noMore: refusalLink(to, link) })
      await context.mailer.send(mail).catch(async (error: unknown) => {
        await allowed.failed()
        request.log.warn({ type: error instanceof Error ? error.constructor.name : typeof error }, 'no mail')
        throw new ApiError(503, 'unavailable', t('The email could not be sent right now. Please try again later.'))
      })
      await allowed.sent()
      return { success: true as const }
    },
  )
}
