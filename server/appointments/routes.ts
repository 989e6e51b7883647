import { z } from 'zod'
import {
  addAppointmentBody,
  appointmentAnswer,
  appointmentListAnswer,
  editAppointmentBody,
} from '#domain/protocol/appointments.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { deletedAnswer } from '#domain/protocol/medications.ts'
import type { Routes } from '../http/context.ts'
import { listRoute } from '../http/list-route.ts'
import { sendList, WRITTEN_BY_ROW } from '../http/long-list.ts'
import { answerWithSyncHeaders } from '../http/plugins/sync-headers.ts'
import { personOf, writerOf } from '../http/who.ts'
import { writeRoute } from '../http/write-route.ts'
import { appointmentsEtag, appointmentsOf, upcomingOf } from './appointments.ts'
import { appointmentCalls } from './calls.ts'

const idParams = z.object({ id: z.string() })

/** Serves doctor's appointments: the specification's five calls. */
export const appointmentRoutes: Routes = async (app, context) => {
  const { db, clock } = context
  const onRequest = app.requireUse('health', 'read')
  answerWithSyncHeaders(app, context)

  listRoute(app, context, {
    path: '/api/appointments',
    row: appointmentAnswer,
    answer: appointmentListAnswer,
    etag: appointmentsEtag,
    rows: (user) => appointmentsOf(db, user.id),
  })

  app.get(
    '/api/appointments/upcoming',
    {
      onRequest,
      schema: { response: { 200: appointmentListAnswer, '4xx': errorBodySchema } },
      ...WRITTEN_BY_ROW,
    },
    async (request, reply) => {
      const user = writerOf(personOf(request))
      return sendList(reply, appointmentAnswer, await upcomingOf(db, user, clock.now()))
    },
  )

  writeRoute(app, context, appointmentCalls.add, {
    body: addAppointmentBody,
    response: { 201: appointmentAnswer },
  })
  writeRoute(app, context, appointmentCalls.edit, {
    params: idParams,
    body: editAppointmentBody,
    response: { 200: appointmentAnswer },
  })
  writeRoute(app, context, appointmentCalls.remove, { params: idParams, response: { 200: deletedAnswer } })
}
