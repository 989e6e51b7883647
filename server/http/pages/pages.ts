import type { App } from '../context.ts'
import { logFault, toApiError } from '../plugins/errors.ts'
import { noticePage } from './notice-page.ts'

/**
 * Makes errors of routes that users navigate to into pages, with the same status and sentence as elsewhere and one link
 * to continue.
 */
export function answerWithPages(app: App, link = { href: '/api/login', words: 'Go to sign in' }): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toApiError(error)
    if (refusal.status >= 500) logFault(request.log, error, 'page failed')
    const markup = noticePage({
      title: 'That did not work',
      sentence: refusal.message,
      link,
    })
    return reply.code(refusal.status).headers(refusal.headers).type('text/html; charset=utf-8').send(markup)
  })
}
