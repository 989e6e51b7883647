import { z } from 'zod'
import { mayUse } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import { isUuid } from '#domain/lib/ids.ts'
import { CALENDAR_PATH, calendarsAnswer, newCalendarAnswer, newCalendarBody } from '#domain/protocol/calendars.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import type { Routes } from '../http/context.ts'
import { isCurrent } from '../http/if-none-match.ts'
import { withheld } from '../http/plugins/person-gate.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import { accountOf, perAsker } from '../http/who.ts'
import { ApiError } from '../platform/errors.ts'
import { speak } from '../platform/language.ts'
import { feedOf } from './feed.ts'
import { calendarsOf, endCalendar, makeCalendar, openCalendar } from './links.ts'

const fileParams = z.object({ file: z.string() })

/** Serves the calendar links of an account, and the calendar behind each, to whoever has its address (decision 092). */
export const calendarRoutes: Routes = async (app, context) => {
  const { clock } = context
  const mayMake = app.limiter(LIMITS.newCalendar, perAsker)
  const mayFetch = app.limiter(LIMITS.calendars)
  const perLink = app.limiter(LIMITS.calendar, ({ params }) => (params as { file: string }).file)
  const onRequest = app.requireUse('account')

  app.get(
    '/api/user/calendars',
    { onRequest, schema: { response: { 200: calendarsAnswer, '4xx': errorBodySchema } } },
    async (request) => ({ calendars: await calendarsOf(context, accountOf(request).user.id) }),
  )

  app.post(
    '/api/user/calendars',
    {
      onRequest: app.requireUse('health', 'account'),
      schema: { body: newCalendarBody, response: { 201: newCalendarAnswer, '4xx': errorBodySchema } },
    },
    async (request, reply) => {
      await requireWithin(mayMake, request)
      return reply.code(201).send(await makeCalendar(context, accountOf(request).user, request.body))
    },
  )

  app.delete(
    '/api/user/calendars/:id',
    {
      onRequest,
      schema: { params: z.object({ id: z.string() }), response: { 204: z.null(), '4xx': errorBodySchema } },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!isUuid(id) || !(await endCalendar(context, accountOf(request).user.id, id))) throw noSuchLink()
      return reply.code(204).send(null)
    },
  )

  app.get(
    `${CALENDAR_PATH}:file`,
    {
      schema: { hide: true, params: fileParams, response: { 200: z.string(), 304: z.null(), '4xx': errorBodySchema } },
    },
    async (request, reply) => {
      reply.headers({
        'cache-control': 'private, no-cache',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow, noarchive',
      })
      await requireWithin(mayFetch, request)
      const secret = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1]
      const open = secret ? await openCalendar(context, secret) : null
      if (!open?.person) throw noSuchLink()
      await requireWithin(perLink, request)
      const { account, person, wording } = open
      if (account.language) speak(account.language)
      const permission = mayUse(account, 'health', clock.now())
      if (!permission.allowed) throw new ApiError(403, permission.code, permission.error)
      if (person.isWithheld) throw withheld()
      const { file, etag } = await feedOf(context, person, wording)
      reply.header('etag', etag)
      if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send(null)
      return reply
        .header('content-disposition', 'inline; filename="dosewell.ics"')
        .type('text/calendar; charset=utf-8')
        .send(file)
    },
  )
}

const noSuchLink = () => new ApiError(404, 'not_found', t('There is no such calendar link.'))
