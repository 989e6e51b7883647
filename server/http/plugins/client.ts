import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { mayUse } from '#domain/access/may-use.ts'
import { language, t } from '#domain/language/translate.ts'
import {
  documentIn,
  EXAMPLE,
  FIRST_RUN_FILE,
  isShared,
  PAGES,
  sharedPart,
  visitorDocument,
} from '#domain/protocol/pages.ts'
import { PAYMENT_HEADERS } from '#domain/protocol/payment-headers.ts'
import { greetingOf, HOME_TITLE } from '#domain/records/greeting.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { isUnavailable } from '../../db/unavailable.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { speak } from '../../platform/language.ts'
import type { App } from '../context.ts'
import { cookieName, SIGNED_OUT_COOKIE } from '../cookies.ts'
import { documentLanguage, Html, html } from '../pages/html.ts'

/** Files whose names contain a hash of their content. */
const HASHED = `${sep}assets${sep}`

/** Everything else is revalidated each time, at the cost of a 304: an old worker or shell must not linger. */
const cacheControl = (path: string): string =>
  path.includes(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * Our scripts that run WebAssembly, which pages may not (src/platform/heic-decoder.ts, device-reader.ts,
 * print-reader.ts, barcode-decoder.ts). A worker follows the policy sent with its own script: it may fetch from us and nothing else.
 */
const DECODERS = ['heic-decoder-', 'worker.min-', 'print-reader-', 'barcode-decoder-'].map(
  (name) => `${sep}assets${sep}${name}`,
)
const DECODER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** The app, and a variant that tells it there is no session, for pages that only exist in the app. */
const APP = 'app.html'
const APP_WITHOUT_SESSION = 'visitor.html'

/** Cookies decide which document a page gets, so no cache may keep it. */
export const DOCUMENT_HEADERS = {
  'cache-control': 'no-store',
  vary: 'accept-encoding, accept-language, cookie',
} as const

/**
 * Returns whether this browser needs the app: it has a session, which only the app can judge, or a sign-out by address
 * has left something on the device.
 */
function needsApp(request: FastifyRequest, config: Config): boolean {
  const { cookies } = request
  return cookieName(config, 'session') in cookies || SIGNED_OUT_COOKIE in cookies
}

interface Options {
  clientDir: string
  config: Config
  clock: Clock
  /** Returns whether the user has any medication. */
  hasMedications(userId: string): Promise<boolean>
}

/** Returns null while the database is unavailable, for work that the app can do without. */
async function unlessUnavailable<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return null
  }
}

/** Where app.html has a placeholder for it. */
const GREETING_PLACE = '<!-- greeting -->'

/**
 * Returns the app with the top of the home screen in the document itself: on a slow network it can be read long before
 * the app has loaded.
 * @param below markup from the build that follows the greeting
 */
const greeted = (shell: string, user: CurrentUser, now: number, below: string): string =>
  withMain(
    shell,
    html`<main><div class="page"><div class="page__head home__head"><p class="home__hello wrap-anywhere">${greetingOf(user, now, user.timeZone ?? 'UTC')}</p><h1 class="home__title">${t(HOME_TITLE)}</h1></div>${new Html(below)}</div></main>`,
  )

const withMain = (shell: string, main: Html): string =>
  shell
    .replace(/<html lang="[^"]*">/, () => `<html ${documentLanguage().markup}>`)
    .replace(GREETING_PLACE, () => main.markup)

function allowPayment(reply: FastifyReply): void {
  for (const [name, extended] of Object.entries(PAYMENT_HEADERS)) {
    const value = reply.getHeader(name)
    if (typeof value === 'string') reply.header(name, extended(value))
  }
}

/**
 * Serves the built client: its files, and the right document at every page address. Precompressed .br and .gz files are
 * preferred. Without a build nothing is registered, and every page is the plain 404 page.
 */
export default plugin(async (app: App, { clientDir, config, clock, hasMedications }: Options) => {
  if (!existsSync(join(clientDir, APP))) return
  /**
   * Returns null if no one is signed in or the database is unavailable: the app itself works without it and shows the
   * greeting once it has read the user.
   */
  const whoIsGreeted = (request: FastifyRequest, reply: FastifyReply) =>
    unlessUnavailable(async () => {
      const user = await app.knownUser(request, reply)
      if (!user || !mayUse(user, 'health', clock.now()).allowed) return null
      if (user.language) speak(user.language)
      return { user, hasAny: await hasMedications(user.id) }
    })
  /** Returns the app with the page itself in the document, for a user; null as above. */
  const appWithPart = (part: string, request: FastifyRequest, reply: FastifyReply) =>
    unlessUnavailable(async () => {
      const user = await app.knownUser(request, reply)
      if (!user) return null
      if (user.language) speak(user.language)
      const [shell, markup] = await Promise.all([
        readFile(join(clientDir, APP), 'utf8'),
        readFile(join(clientDir, documentIn(part, language().tag)), 'utf8'),
      ])
      return withMain(shell, html`<main class="shared">${new Html(markup)}</main>`)
    })
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
    if (!needsApp(request, config)) return reply.sendFile(documentIn(visitorDocument(PAGES.home), language().tag))
    const known = await whoIsGreeted(request, reply)
    if (!known) return reply.sendFile(APP)
    const { user, hasAny } = known
    const [shell, below] = await Promise.all([
      readFile(join(clientDir, APP), 'utf8'),
      hasAny ? '' : readFile(join(clientDir, documentIn(FIRST_RUN_FILE, language().tag)), 'utf8'),
    ])
    return reply.type('text/html; charset=utf-8').send(greeted(shell, user, clock.now(), below))
  })
  // Nothing in it is about whoever is signed in.
  for (const path of [EXAMPLE, `${EXAMPLE}/*`])
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.headers(DOCUMENT_HEADERS).sendFile(APP_WITHOUT_SESSION),
    )
  for (const path of Object.values(PAGES)) {
    if (path === PAGES.home) continue
    const plain = visitorDocument(path)
    const forVisitor = () => (plain === null ? APP_WITHOUT_SESSION : documentIn(plain, language().tag))
    const part = isShared(path) ? sharedPart(path) : null
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      if (path === PAGES.subscribe) allowPayment(reply)
      reply.headers(DOCUMENT_HEADERS)
      if (!needsApp(request, config)) return reply.sendFile(forVisitor())
      const whole = part === null ? null : await appWithPart(part, request, reply)
      return whole === null ? reply.sendFile(APP) : reply.type('text/html; charset=utf-8').send(whole)
    })
  }
})

/**
 * Returns the app for addresses that are not pages, or null without a build. It is read each time, so that a new build
 * needs no restart.
 */
export async function readShell(
  clientDir: string | undefined,
  request: FastifyRequest,
  config: Config,
): Promise<Buffer | null> {
  if (!clientDir) return null
  const document = needsApp(request, config) ? APP : APP_WITHOUT_SESSION
  return readFile(join(clientDir, document)).catch(() => null)
}
