import { z } from 'zod'
import { localTimeOf } from '#domain/lib/local-time.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import {
  dueNowQuery,
  dueReminder,
  planAnswer,
  planQuery,
  planSlot,
  upcomingReminder,
} from '#domain/protocol/reminders.ts'
import type { Routes } from '../http/context.ts'
import { sendList, sendListInside, WRITTEN_BY_ROW } from '../http/long-list.ts'
import { answerWithSyncHeaders } from '../http/plugins/sync-headers.ts'
import { personOf, writerOf } from '../http/who.ts'
import { plannedSlots } from './planned-slots.ts'
import { dueReminders, upcomingReminders } from './upcoming.ts'

/** Serves reminders as the server sees them (readings, Medications). Devices compute the same from local data. */
export const reminderRoutes: Routes = async (app, context) => {
  const { db, clock } = context
  const onRequest = app.requireUse('health', 'read')
  answerWithSyncHeaders(app, context)

  app.get(
    '/api/reminders/upcoming',
    {
      onRequest,
      schema: { response: { 200: z.array(upcomingReminder), '4xx': errorBodySchema } },
      ...WRITTEN_BY_ROW,
    },
    async (request, reply) => {
      const asked = { user: writerOf(personOf(request)), now: clock.now() }
      return sendList(reply, upcomingReminder, await upcomingReminders(db, asked))
    },
  )

  app.get(
    '/api/reminders/due-now',
    {
      onRequest,
      schema: { querystring: dueNowQuery, response: { 200: z.array(dueReminder), '4xx': errorBodySchema } },
      ...WRITTEN_BY_ROW,
    },
    async (request, reply) => {
      const { hours, minutes } = request.query
      const asked = { user: writerOf(personOf(request)), now: clock.now() }
      return sendList(reply, dueReminder, await dueReminders(db, asked, localTimeOf(hours * 60 + minutes)))
    },
  )

  app.get(
    '/api/plan',
    {
      onRequest,
      schema: { querystring: planQuery, response: { 200: planAnswer, '4xx': errorBodySchema } },
      ...WRITTEN_BY_ROW,
    },
    async (request, reply) => {
      const user = writerOf(personOf(request))
      const rows = await plannedSlots(db, { user, now: clock.now() }, request.query)
      return sendListInside(reply, { zone: user.zone }, { name: 'slots', row: planSlot, rows })
    },
  )
}
