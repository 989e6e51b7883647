import type { FastifyReply } from 'fastify'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { App } from '../context.ts'
import { logFault, toApiError } from '../plugins/errors.ts'
import { noticePage } from './notice-page.ts'

/** Answers with a page. */
export const sendPage = (reply: FastifyReply, status: number, markup: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(markup)

/**
 * Makes errors of routes that users navigate to into pages, with the same status and sentence as elsewhere and one link
 * to continue.
 */
export function answerWithPages(
  app: App,
  link: { href: string; words: Message } = { href: '/api/login', words: msg('Go to sign in') },
): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toApiError(error)
    if (refusal.status >= 500) logFault(request.log, error, 'page failed')
    const markup = noticePage({
      title: t('That did not work'),
      sentence: refusal.message,
      link: { href: link.href, words: t(link.words) },
    })
    return sendPage(reply.headers(refusal.headers), refusal.status, markup)
  })
}
