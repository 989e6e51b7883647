import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { withWesternDigits } from '#domain/lib/digits.ts'
import { isEmail } from '#domain/records/contact.ts'
import type { Routes } from '../http/context.ts'
import { answerWithPages, sendPage } from '../http/pages/pages.ts'
import { faultForLog } from '../http/plugins/errors.ts'
import { signedCookie } from '../http/signed-cookie.ts'
import type { MailContext } from '../mail/context.ts'
import { networkOf } from '../platform/network.ts'
import { knownDevices } from './known-devices.ts'
import { typedLongCode } from './long-code.ts'
import { safeNext, signInBrowser } from './sign-in.ts'
import { CODE_MINUTES, type CodeOutcome, type SignInCodes, signInCodes } from './sign-in-codes.ts'
import { type Asker, giveBackCode, mayAskForCode, mayTryCode } from './sign-in-limits.ts'
import { longCodeMail, signInMail } from './sign-in-mail.ts'
import { codePage, emailPage } from './sign-in-page.ts'
import { accountOf } from './users.ts'

const query = z.object({ next: z.string().optional(), sent: z.string().optional() })
const emailForm = z.object({
  email: z.string().max(1000).default(''),
  next: z.string().max(1000).optional(),
  again: z.string().max(10).optional(),
})
const codeForm = z.object({ code: z.string().max(1000).default('') })
const page = { 200: z.string(), 303: z.string(), 400: z.string(), 429: z.string(), 503: z.string() }

/**
 * How long the code page remembers the address: longer than the code is valid, so that an expired code is reported as
 * expired.
 */
const PENDING_SECONDS = CODE_MINUTES * 60 * 3
const pendingSchema = z.object({
  email: z.string(),
  next: z.string().exactOptional(),
  /** The challenge's token; absent if only a long code can be entered. */
  token: z.string().exactOptional(),
  /** Whether the code counts for a known device rather than for strangers. */
  isKnown: z.boolean(),
  /** Whether the page asks for the long code. */
  isLong: z.boolean(),
})
type Pending = z.infer<typeof pendingSchema>

function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return t(
    '{minutes, plural, one {Too many tries. Please wait # minute and try again.} other {Too many tries. Please wait # minutes and try again.}}',
    { minutes },
  )
}

/** Returns null if the code was correct. */
function problemOf(outcome: CodeOutcome): string | null {
  switch (outcome.kind) {
    case 'right':
      return null
    case 'wrong':
      return t(
        '{count, plural, one {That code doesn’t match. You have # try left.} other {That code doesn’t match. You have # tries left.}}',
        { count: outcome.triesLeft },
      )
    case 'used-up':
      return t('That code was tried too often and no longer works. Send a new code.')
    case 'expired':
      return t('That code no longer works. Send a new code.')
  }
}

async function problemOfLong(codes: SignInCodes, email: string, code: string): Promise<string | null> {
  const isRight = await codes.spendLong(email, code)
  return isRight ? null : t('That code doesn’t match, or no longer works. Please check it with our newest email.')
}

const ENTER = {
  short: msg('Enter the six digits from the email.'),
  long: msg('Enter the longer code from our newest email, twelve letters and digits.'),
}

/**
 * Serves sign-in by a code sent to an e-mail address: two pages without script (docs/security.md). Not used when a
 * provider handles sign-in.
 */
export const signInRoutes: Routes<MailContext> = async (app, context) => {
  if (context.config.OIDC_ISSUER !== undefined) return
  await app.register(formbody, { bodyLimit: 8192 })
  answerWithPages(app)
  const codes = signInCodes(context)
  const devices = knownDevices(context)
  // Signed, because the code page shows the address it finds there and sends mail to it.
  const pending = signedCookie(context.config, 'sign-in', pendingSchema, PENDING_SECONDS)
  const send = codeSender(context, codes)
  const askerOf = (request: FastifyRequest, email: string): Asker => ({
    email,
    network: networkOf(request.ip),
    device: devices.idOf(request, email),
  })

  app.get('/api/login', { schema: { hide: true, querystring: query, response: page } }, async (request, reply) => {
    const next = safeNext(request.query.next)
    if (await app.isSignedIn(request, reply)) return reply.redirect(next ?? '/', 303)
    return sendPage(reply, 200, emailPage(next ? { next } : {}))
  })

  app.post('/api/login', { schema: { hide: true, body: emailForm, response: page } }, async (request, reply) => {
    const typed = request.body.email.trim()
    const email = typed.toLowerCase()
    const next = safeNext(request.body.next)
    const refuse = (status: number, problem: string) =>
      sendPage(reply, status, emailPage({ email: typed, problem, ...(next ? { next } : {}) }))

    if (typed === '') return refuse(400, t('Enter your email address.'))
    if (!isEmail(email)) {
      return refuse(400, t('That does not look like an email address. Check it for typing errors.'))
    }
    const asker = askerOf(request, email)
    const before = pending.read(request)
    const sent = await send(request, asker, before?.email === email ? before : null)
    if (sent.kind === 'wait') {
      reply.header('retry-after', String(sent.seconds))
      return refuse(429, waitSentence(sent.seconds))
    }
    if (sent.kind === 'failed') {
      return refuse(503, t('We couldn’t send the email just now. Please try again in a minute.'))
    }
    pending.set(reply, { email, ...(next ? { next } : {}), ...sent.pending })
    return reply.redirect(`/api/login/code${request.body.again ? '?sent=again' : ''}`, 303)
  })

  app.get('/api/login/code', { schema: { hide: true, querystring: query, response: page } }, async (request, reply) => {
    const waiting = pending.read(request)
    if (!waiting) return reply.redirect('/api/login', 303)
    return sendPage(reply, 200, codePage({ ...waiting, sentAgain: request.query.sent === 'again' }))
  })

  app.post('/api/login/code', { schema: { hide: true, body: codeForm, response: page } }, async (request, reply) => {
    const waiting = pending.read(request)
    if (!waiting) return reply.redirect('/api/login', 303)
    const typed = withWesternDigits(request.body.code).trim()
    const code = typed.replace(/[\s-]/g, '')
    const refuse = (status: number, problem: string) =>
      sendPage(reply, status, codePage({ ...waiting, code: typed.slice(0, 11), problem }))

    const long = typedLongCode(typed)
    const isShort = /^\d{6}$/.test(code) && waiting.token !== undefined
    // Input that cannot be a code does not use up a try.
    if (!isShort && long === null) return refuse(400, t(waiting.isLong ? ENTER.long : ENTER.short))
    const asker = askerOf(request, waiting.email)
    const wait = await mayTryCode(context, asker)
    if (wait !== null) {
      reply.header('retry-after', String(wait))
      return refuse(429, waitSentence(wait))
    }
    const problem =
      long !== null
        ? await problemOfLong(codes, waiting.email, long)
        : problemOf(await codes.verify({ email: waiting.email, token: waiting.token ?? '' }, code))
    if (problem !== null) return refuse(400, problem)
    const paidBy = { email: waiting.email, device: waiting.isKnown ? asker.device : null }
    await giveBackCode(context, paidBy, long === null ? 'short' : 'long')
    devices.remember(request, reply, waiting.email)
    await signInBrowser(context, request, reply, () => accountOf(context, waiting.email))
    pending.clear(reply)
    return reply.redirect(waiting.next ?? '/', 303)
  })
}

type Sent =
  | { kind: 'wait'; seconds: number }
  | { kind: 'failed' }
  | { kind: 'sent'; pending: Pick<Pending, 'token' | 'isKnown' | 'isLong'> }

/**
 * Mails the code that a request may have. `before` is what the browser is already waiting for with the same address.
 */
function codeSender(context: MailContext, codes: SignInCodes) {
  async function mail(request: FastifyRequest, asker: Asker, kind: 'short' | 'long'): Promise<string | null> {
    const made = kind === 'short' ? await codes.create(asker.email) : null
    const code = made?.code ?? (await codes.createLong(asker.email))
    try {
      await context.mailer.send(made ? signInMail(asker.email, code) : longCodeMail(asker.email, code))
    } catch (error) {
      request.log.error({ fault: faultForLog(error) }, 'a sign-in mail could not be sent')
      if (made) await codes.forget(made.challenge)
      else await codes.spendLong(asker.email, code)
      await giveBackCode(context, asker, kind)
      return null
    }
    if (context.config.SMTP_URL === undefined) request.log.info(`sign-in code ${code}`)
    return made?.challenge.token ?? ''
  }

  return async (request: FastifyRequest, asker: Asker, before: Pending | null): Promise<Sent> => {
    const allowance = await mayAskForCode(context, asker)
    if (allowance.kind === 'wait') return allowance
    if (allowance.kind === 'long') {
      if (allowance.isMailed && (await mail(request, asker, 'long')) === null) return { kind: 'failed' }
      // A six-digit code that this browser is still waiting for stays valid.
      const { token, isKnown = false } = before ?? {}
      return { kind: 'sent', pending: { isKnown, isLong: true, ...(token ? { token } : {}) } }
    }
    const token = await mail(request, asker, 'short')
    if (token === null) return { kind: 'failed' }
    if (before?.token) await codes.forget({ email: asker.email, token: before.token })
    return { kind: 'sent', pending: { isKnown: asker.device !== null, isLong: false, token } }
  }
}
