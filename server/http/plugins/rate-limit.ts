import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { EXPORTS_A_DAY } from '#domain/export/format.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { IMPORT_PREVIEWS_A_DAY, IMPORTS_A_DAY } from '#domain/protocol/import.ts'
import type { Config } from '../../platform/config.ts'
import { tooMany } from '../../platform/errors.ts'
import { networkOf } from '../../platform/network.ts'

const MINUTE = 60_000

/** Whole requests allowed per window; RATE_LIMIT_SCALE multiplies them for load tests. */
export const LIMITS = {
  /** Everything one address asks of the API; many phones may share an address. */
  address: { max: 3000, window: MINUTE },
  /** Everything one signed-in device asks. */
  session: { max: 600, window: MINUTE },
  /** Test messages that one device asks for. */
  pushTest: { max: 10, window: 10 * MINUTE },
  /** Receipts of messages, which need no session; many phones may share an address, and all are reminded at 8:00. */
  pushReceipt: { max: 1000, window: MINUTE },
  /** Sign-ins at a provider; those by code are counted in the database (accounts/sign-in-limits.ts). */
  signIn: { max: 10, window: 10 * MINUTE },
  /** Pictures that one person uploads: a folder of papers, photographed in one go. */
  documentUpload: { max: 120, window: 10 * MINUTE },
  /** Those of them that one person has read for what the upload leaves out; further ones are saved unread. */
  documentReading: { max: 30, window: 60 * MINUTE },
  /** Pictures that one person has read: prescriptions, cards, and papers with an address. */
  scan: { max: 30, window: 60 * MINUTE },
  /** Recordings that one person has turned into text, and texts that they have spoken. */
  transcription: { max: 60, window: 10 * MINUTE },
  speech: { max: 60, window: 10 * MINUTE },
  /** Accounts that one administrator deletes, resets or gives Premium. */
  adminAct: { max: 60, window: MINUTE },
  /** The pages of consent links from one address; nobody guesses 256 bits, this spares the database. */
  consentPage: { max: 60, window: 10 * MINUTE },
  /** Subscriptions that one person begins, or goes on paying; and cancels, counted apart. */
  subscribe: { max: 30, window: 10 * MINUTE },
  /** The pages that end mails to many, from one address. */
  unsubscribe: { max: 600, window: 10 * MINUTE },
  /** Exports of one account. */
  export: { max: EXPORTS_A_DAY, window: DAY },
  /** Imports that one account carries out, and files that it has looked at for one. */
  import: { max: IMPORTS_A_DAY, window: DAY },
  importPreview: { max: IMPORT_PREVIEWS_A_DAY, window: DAY },
} as const

/** Seconds until the next try, or null while the request is within the limit. Each call counts. */
export type Limiter = (request: FastifyRequest) => Promise<number | null>

declare module 'fastify' {
  interface FastifyInstance {
    /** A counter of its own; `keyOf` says who is counted, the network (`networkOf`) by default. */
    limiter(limit: { max: number; window: number }, keyOf?: (request: FastifyRequest) => string): Limiter
  }
}

/** Counts the request. @throws ApiError 429 with the time to wait once there were too many */
export async function requireWithin(limiter: Limiter, request: FastifyRequest, sentence?: string): Promise<void> {
  const wait = await limiter(request)
  if (wait !== null) throw tooMany(wait, sentence)
}

/**
 * Counts in this process: with N servers behind one address the limits are N times as generous. What must hold over all servers is
 * counted in the database (http/shared-limits.ts).
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
