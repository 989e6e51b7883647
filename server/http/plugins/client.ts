import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { mayUse } from '#domain/access/may-use.ts'
import { FIRST_RUN_FILE, PAGES, visitorDocument } from '#domain/protocol/pages.ts'
import { PAYMENT_HEADERS } from '#domain/protocol/payment-headers.ts'
import { greetingOf, HOME_TITLE } from '#domain/records/greeting.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { isUnavailable } from '../../db/unavailable.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { App } from '../context.ts'
import { cookieName, SIGNED_OUT_COOKIE } from '../cookies.ts'
import { Html, html } from '../pages/html.ts'

/** Files whose name carries a hash of their content. */
const HASHED = `${sep}assets${sep}`

/** Everything else is asked for again each time, at the price of a 304: an old worker or shell must not linger. */
const cacheControl = (path: string): string =>
  path.includes(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * The scripts of ours that run WebAssembly, which a page may not (src/platform/heic-decoder.ts, device-reader.ts). A worker has the policy
 * that comes with its own script: it may fetch from us, and nothing else.
 */
const DECODERS = ['heic-decoder-', 'worker.min-'].map((name) => `${sep}assets${sep}${name}`)
const DECODER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** The app, and the app told that there is no session, for pages that exist only in it. */
const APP = 'app.html'
const APP_WITHOUT_SESSION = 'visitor.html'

/** Which document a page is depends on the cookies, so no cache may keep it. */
export const DOCUMENT_HEADERS = { 'cache-control': 'no-store', vary: 'accept-encoding, cookie' } as const

/**
 * Whether the app has something to do for this browser: a session, which it alone can judge, or what a sign-out by address
 * has left on the device.
 */
function needsApp(request: FastifyRequest, config: Config): boolean {
  const { cookies } = request
  return cookieName(config, 'session') in cookies || SIGNED_OUT_COOKIE in cookies
}

interface Options {
  clientDir: string
  config: Config
  clock: Clock
  /** Whether the person has any medication. */
  hasMedications(userId: string): Promise<boolean>
}

/** Where app.html leaves room for it. */
const GREETING_PLACE = '<!-- greeting -->'

/**
 * The home screen's beginning, in the document itself: on a slow network it is read long before the app has arrived.
 * @param below markup of the build for what follows the greeting
 */
const greeted = (shell: string, user: CurrentUser, now: number, below: string): string =>
  shell.replace(
    GREETING_PLACE,
    () =>
      html`<main><div class="page"><div class="page__head home__head"><p class="home__hello wrap-anywhere">${greetingOf(user, now, user.timeZone ?? 'UTC')}</p><h1 class="home__title">${HOME_TITLE}</h1></div>${new Html(below)}</div></main>`
        .markup,
  )

function allowPayment(reply: FastifyReply): void {
  for (const [name, extended] of Object.entries(PAYMENT_HEADERS)) {
    const value = reply.getHeader(name)
    if (typeof value === 'string') reply.header(name, extended(value))
  }
}

/**
 * The built client: its files, and at every page address the document for who asks. Ready-made .br and .gz files beside a
 * file are preferred. Without a build nothing is registered, and every page is the plain 404 page.
 */
export default plugin(async (app: App, { clientDir, config, clock, hasMedications }: Options) => {
  if (!existsSync(join(clientDir, APP))) return
  /** Null for nobody, and without a database: the app itself works without one, and greets when it has been read. */
  async function whoIsGreeted(request: FastifyRequest, reply: FastifyReply) {
    try {
      const user = await app.knownUser(request, reply)
      if (!user || !mayUse(user, 'health', clock.now()).allowed) return null
      return { user, hasAny: await hasMedications(user.id) }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return null
    }
  }
  await app.register(serveFiles, {
    root: clientDir,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      if (!reply.getHeader('cache-control')) reply.header('cache-control', cacheControl(path))
      if (DECODERS.some((name) => path.includes(name))) reply.header('content-security-policy', DECODER_POLICY)
    },
  })
  app.get(PAGES.home, { schema: { hide: true } }, async (request, reply) => {
    reply.headers(DOCUMENT_HEADERS)
    if (!needsApp(request, config)) return reply.sendFile(visitorDocument(PAGES.home))
    const known = await whoIsGreeted(request, reply)
    if (!known) return reply.sendFile(APP)
    const { user, hasAny } = known
    const [shell, below] = await Promise.all([
      readFile(join(clientDir, APP), 'utf8'),
      hasAny ? '' : readFile(join(clientDir, FIRST_RUN_FILE), 'utf8'),
    ])
    return reply.type('text/html; charset=utf-8').send(greeted(shell, user, clock.now(), below))
  })
  for (const path of Object.values(PAGES)) {
    if (path === PAGES.home) continue
    const forVisitor = visitorDocument(path) ?? APP_WITHOUT_SESSION
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      if (path === PAGES.subscribe) allowPayment(reply)
      return reply.headers(DOCUMENT_HEADERS).sendFile(needsApp(request, config) ? APP : forVisitor)
    })
  }
})

/** The app for addresses that are no page; null without a build. Read each time: a new build needs no restart. */
export async function readShell(
  clientDir: string | undefined,
  request: FastifyRequest,
  config: Config,
): Promise<Buffer | null> {
  if (!clientDir) return null
  const document = needsApp(request, config) ? APP : APP_WITHOUT_SESSION
  return readFile(join(clientDir, document)).catch(() => null)
}
