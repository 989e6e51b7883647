import { PAGES } from '#domain/protocol/pages.ts'
import { sharedAddress } from '#domain/protocol/share.ts'
import type { Routes } from '../http/context.ts'
import { takeUploads } from '../http/uploads/receive.ts'
import type { PictureContext } from '../pictures/context.ts'

/**
 * Answers a picture that another app shared before this device had the worker that takes it (src/sw/share-target.ts):
 * nothing of it is read or kept, and the page of scans asks for it again.
 */
export const shareRoutes: Routes<PictureContext> = async (app, context) => {
  await takeUploads(app, context.uploads.pictures)
  app.post(PAGES.prescriptions, { schema: { hide: true } }, (_request, reply) =>
    reply.redirect(sharedAddress('missed'), 303),
  )
}
