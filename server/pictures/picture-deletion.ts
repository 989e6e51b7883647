import { z } from 'zod'
import { deletedAnswer } from '#domain/protocol/medications.ts'
import type { App } from '../http/context.ts'
import { personOf } from '../http/who.ts'
import { writeRoute } from '../http/write-route.ts'
import type { WriteCall } from '../sync/writes.ts'
import type { PictureContext } from './context.ts'
import { type AnyPictureList, findPicture } from './picture-list.ts'
import { type Pictures, removePictures } from './picture-upload.ts'

const idParams = z.object({ id: z.string() })

/**
 * Adds the route that deletes a record of the list. Its files are removed immediately, or with the orphans if the
 * server stops in between.
 */
export function pictureDeletion(app: App, context: PictureContext, list: AnyPictureList, call: WriteCall): void {
  app.register(async (scope) => {
    const area = scope as App
    const gone = new WeakMap<object, Pictures>()
    area.addHook('preHandler', async (request) => {
      const person = personOf(request)
      const found = await findPicture(context.db, list, person.id, (request.params as { id: string }).id)
      if (found) gone.set(request, found)
    })
    area.addHook('onResponse', async (request, reply) => {
      const files = gone.get(request)
      if (reply.statusCode === 200 && files) await removePictures(context, files)
    })
    writeRoute(area, context, call, { params: idParams, response: { 200: deletedAnswer } })
  })
}
