import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { EXPORTS_A_DAY } from '#domain/export/format.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { IMPORT_PREVIEWS_A_DAY, IMPORTS_A_DAY } from '#domain/protocol/import.ts'
import type { Config } from '../../platform/config.ts'
import { tooMany } from '../../platform/errors.ts'
import { networkOf } from '../../platform/network.ts'
import { tooManyToday } from '../shared-limits.ts'

const MINUTE = 60_000

/** Requests allowed per window. RATE_LIMIT_SCALE multiplies them for load tests. */
export const LIMITS = {
  /** All API requests from one address; many phones may share it. */
  address: { max: 3000, window: MINUTE },
  /** All requests from one signed-in device. */
  session: { max: 600, window: MINUTE },
  /** All requests with one personal token: a program that asks every second. */
  token: { max: 120, window: MINUTE },
  /** Personal tokens that one account makes. */
  newToken: { max: 30, window: 60 * MINUTE },
  /** Calendar links that one account makes. */
  newCalendar: { max: 30, window: 60 * MINUTE },
  /** Webhooks that one account makes. */
  newWebhook: { max: 30, window: 60 * MINUTE },
  /** Fetches with one calendar link: a family of devices that ask every few minutes. */
  calendar: { max: 60, window: 10 * MINUTE },
  /** Fetches of calendars from one network: the services behind them ask for many people from few addresses. */
  calendars: { max: 3000, window: 10 * MINUTE },
  /** Test messages requested by one device. */
  pushTest: { max: 10, window: 10 * MINUTE },
  /** Receipts of messages, which need no session. Many phones may share an address, and all get reminders at 8:00. */
  pushReceipt: { max: 1000, window: MINUTE },
  /** Sign-ins at a provider. Sign-ins by code are counted in the database (accounts/sign-in-limits.ts). */
  signIn: { max: 10, window: 10 * MINUTE },
  /** Pictures uploaded by one user: a folder of papers photographed in one go. */
  documentUpload: { max: 120, window: 10 * MINUTE },
  /** How many of those are read for one user to fill in what the upload leaves out; further ones are saved unread. */
  documentReading: { max: 30, window: 60 * MINUTE },
  /** Pictures read for one user: prescriptions, cards, and papers with an address. */
  scan: { max: 30, window: 60 * MINUTE },
  /** Recordings turned into text for one user, and texts spoken by the user. */
  transcription: { max: 60, window: 10 * MINUTE },
  speech: { max: 60, window: 10 * MINUTE },
  /** Accounts that one administrator deletes, resets or gives Premium to. */
  adminAct: { max: 60, window: MINUTE },
  /** Consent pages opened from one address. No one can guess 256 bits; this protects the database. */
  consentPage: { max: 60, window: 10 * MINUTE },
  /** Subscriptions that one user starts or resumes paying for; cancelling is counted separately. */
  subscribe: { max: 30, window: 10 * MINUTE },
  /** Unsubscribe pages for mails to many, opened from one address. */
  unsubscribe: { max: 600, window: 10 * MINUTE },
  /** Exports of one account. */
  export: { max: EXPORTS_A_DAY, window: DAY },
  /** Imports that one account carries out, and files it has checked for one. */
  import: { max: IMPORTS_A_DAY, window: DAY },
  importPreview: { max: IMPORT_PREVIEWS_A_DAY, window: DAY },
} as const

/** Returns the seconds until the next try, or null if the request is within the limit. Every call counts. */
export type Limiter = (request: FastifyRequest) => Promise<number | null>

declare module 'fastify' {
  interface FastifyInstance {
    /** Creates a separate counter. `keyOf` says who is counted; by default it is the network (`networkOf`). */
    limiter(limit: { max: number; window: number }, keyOf?: (request: FastifyRequest) => string): Limiter
  }
}

/**
 * Counts the request.
 * @throws ApiError 429 with the time to wait if there were too many
 */
export async function requireWithin(limiter: Limiter, request: FastifyRequest, sentence?: string): Promise<void> {
  const wait = await limiter(request)
  if (wait !== null) throw tooMany(wait, sentence)
}

/** Does the same for a limit per day. The response says in how many hours it is over. */
export async function requireWithinDay(limiter: Limiter, request: FastifyRequest, sentence: string): Promise<void> {
  const wait = await limiter(request)
  if (wait !== null) throw tooManyToday(wait, sentence)
}

/**
 * Counts in this process: with N servers behind one address, the limits are N times as generous. Limits that must hold
 * across servers are counted in the database (http/shared-limits.ts).
 */
export default plugin(async (app: FastifyInstance, { config }: { config: Config }) => {
  await app.register(rateLimit, { global: false, cache: 20_000 })
  app.decorate('limiter', (limit, keyOf = (request) => networkOf(request.ip)) => {
    const count = app.createRateLimit({
      max: Math.max(1, Math.floor(limit.max * config.RATE_LIMIT_SCALE)),
      timeWindow: limit.window,
      keyGenerator: keyOf,
    })
    return async (request) => {
      const result = await count(request)
      return !result.isAllowed && result.isExceeded ? Math.max(1, result.ttlInSeconds) : null
    }
  })
  const perAddress = app.limiter(LIMITS.address)
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/')) return
    await requireWithin(perAddress, request)
  })
})
