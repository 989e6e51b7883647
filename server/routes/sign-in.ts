import formbody from '@fastify/formbody'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App, Routes } from '../context.ts'
import { codePage, emailPage } from '../pages/sign-in.ts'
import { faultForLog } from '../plugins/errors.ts'
import { LIMITS } from '../plugins/rate-limit.ts'
import { safeNext, signInBrowser } from '../services/sign-in.ts'
import { CODE_MINUTES, type CodeOutcome, signInCodes } from '../services/sign-in-codes.ts'
import { signInMail } from '../services/sign-in-mail.ts'
import { signedCookie } from '../services/signed-cookie.ts'
import { answerWithPages } from './pages.ts'

const query = z.object({ next: z.string().optional(), sent: z.string().optional() })
const emailForm = z.object({
  email: z.string().max(1000).default(''),
  next: z.string().max(1000).optional(),
  again: z.string().max(10).optional(),
})
const codeForm = z.object({ code: z.string().max(1000).default('') })
const page = { 200: z.string(), 303: z.string(), 400: z.string(), 429: z.string(), 503: z.string() }

/** How long the code page remembers the address: longer than the code, so that an expired code is called that. */
const PENDING_SECONDS = CODE_MINUTES * 60 * 3
const pendingSchema = z.object({ email: z.string(), next: z.string().exactOptional() })

const sendPage = (reply: FastifyReply, status: number, markup: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(markup)

function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `Too many tries. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`
}

function problemOf(outcome: Exclude<CodeOutcome, { kind: 'right' }>): string {
  switch (outcome.kind) {
    case 'wrong':
      return `That code doesn’t match. You have ${outcome.triesLeft} ${outcome.triesLeft === 1 ? 'try' : 'tries'} left.`
    case 'used-up':
      return 'That code was tried too often and no longer works. Send a new code.'
    case 'expired':
      return 'That code no longer works. Send a new code.'
  }
}

/** Each of the two counts: an address on the network, and an account, whoever asks for it. */
function signInLimiter(app: App, accountOf: (request: FastifyRequest) => string) {
  const perAddress = app.limiter(LIMITS.signIn)
  const perAccount = app.limiter(LIMITS.signIn, accountOf)
  return async (request: FastifyRequest): Promise<number | null> =>
    (await perAddress(request)) ?? (await perAccount(request))
}

/** Sign-in by a code sent to an e-mail address: two pages, without script (DESIGN §7). Not where a provider does it. */
export const signInRoutes: Routes = async (app, context) => {
  if (context.config.OIDC_ISSUER !== undefined) return
  await app.register(formbody, { bodyLimit: 8192 })
  answerWithPages(app)
  const codes = signInCodes(context)
  // Signed: the code page shows, and sends mail to, the address it finds there.
  const pending = signedCookie(context.config, 'sign-in', pendingSchema, PENDING_SECONDS)
  const mayAsk = signInLimiter(app, (request) => emailForm.parse(request.body).email.trim().toLowerCase())
  const mayTry = signInLimiter(app, (request) => pending.read(request)?.email ?? '')

  app.get(
    '/api/login',
    { schema: { hide: true, querystring: query, response: page } },
    async (request, reply) => {
      const next = safeNext(request.query.next)
      if (await app.isSignedIn(request, reply)) return reply.redirect(next ?? '/', 303)
      return sendPage(reply, 200, emailPage(next ? { next } : {}))
    },
  )

  app.post(
    '/api/login',
    { schema: { hide: true, body: emailForm, response: page } },
    async (request, reply) => {
      const typed = request.body.email.trim()
      const email = typed.toLowerCase()
      const next = safeNext(request.body.next)
      const refuse = (status: number, problem: string) =>
        sendPage(reply, status, emailPage({ email: typed, problem, ...(next ? { next } : {}) }))

      if (typed === '') return refuse(400, 'Enter your email address.')
      if (email.length > 254 || !z.email().safeParse(email).success) {
        return refuse(400, 'That does not look like an email address. Check it for typing errors.')
      }
      const wait = await mayAsk(request)
      if (wait !== null) {
        reply.header('retry-after', String(wait))
        return refuse(429, waitSentence(wait))
      }
      const code = await codes.create(email)
      try {
        await context.mailer.send(signInMail(email, code))
      } catch (error) {
        request.log.error({ fault: faultForLog(error) }, 'a sign-in mail could not be sent')
        return refuse(503, 'We couldn’t send the email just now. Please try again in a minute.')
      }
      if (context.config.SMTP_URL === undefined) request.log.info(`sign-in code ${code}`)
      pending.set(reply, { email, ...(next ? { next } : {}) })
      return reply.redirect(`/api/login/code${request.body.again ? '?sent=again' : ''}`, 303)
    },
  )

  app.get(
    '/api/login/code',
    { schema: { hide: true, querystring: query, response: page } },
    async (request, reply) => {
      const waiting = pending.read(request)
      if (!waiting) return reply.redirect('/api/login', 303)
      return sendPage(reply, 200, codePage({ ...waiting, sentAgain: request.query.sent === 'again' }))
    },
  )

  app.post(
    '/api/login/code',
    { schema: { hide: true, body: codeForm, response: page } },
    async (request, reply) => {
      const waiting = pending.read(request)
      if (!waiting) return reply.redirect('/api/login', 303)
      const typed = request.body.code.trim()
      const code = typed.replace(/[\s-]/g, '')
      const refuse = (status: number, problem: string) =>
        sendPage(reply, status, codePage({ ...waiting, code: typed.slice(0, 11), problem }))

      // Something that cannot be a code costs no try.
      if (!/^\d{6}$/.test(code)) return refuse(400, 'Enter the six digits from the email.')
      const wait = await mayTry(request)
      if (wait !== null) {
        reply.header('retry-after', String(wait))
        return refuse(429, waitSentence(wait))
      }
      const outcome = await codes.verify(waiting.email, code)
      if (outcome.kind !== 'right') return refuse(400, problemOf(outcome))
      await signInBrowser(context, request, reply, waiting.email)
      pending.clear(reply)
      return reply.redirect(waiting.next ?? '/', 303)
    },
  )
}
