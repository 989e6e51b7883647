import { createHmac } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { HOUR } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { newServerId } from '../platform/ids.ts'
import { newLongCode } from './long-code.ts'
import { LONG_CODE_HOURS } from './sign-in-limits.ts'
import { verifications } from './tables.ts'

export const CODE_MINUTES = 10
export const CODE_TRIES = 5

export type CodeOutcome =
  | { kind: 'right' }
  | { kind: 'wrong'; triesLeft: number }
  /** Also when there never was one, or it was used: the way on is the same, a new code. */
  | { kind: 'expired' }
  | { kind: 'used-up' }

/** A code that a browser waits for. `token` is in its cookie alone: without it there is nothing to try the code on. */
export interface Challenge {
  email: string
  token: string
}

export interface SignInCodes {
  /** Makes a six-digit code for the address, which works in the browser that gets the challenge. Others of the address work on. */
  create(email: string): Promise<{ code: string; challenge: Challenge }>
  /** Tries a code. A right one works once, whoever else tries at the same moment. */
  verify(challenge: Challenge, code: string): Promise<CodeOutcome>
  /** The code of the challenge no longer works. */
  forget(challenge: Challenge): Promise<void>
  /** Makes a code of 60 bits for the address, which works in every browser (decision 053). */
  createLong(email: string): Promise<string>
  /** Whether it is a long code of the address that still worked; it works once. */
  spendLong(email: string, code: string): Promise<boolean>
}

/**
 * better-auth's store. Only codes are kept through it: accounts and sessions are our own tables (decision 004), so a proven
 * address is answered as the user it wants to see, and its session is echoed and never stored.
 */
function codesOnly(db: Database): ReturnType<typeof drizzleAdapter> {
  const make = drizzleAdapter(db, { provider: 'pg', schema: { verification: verifications } })
  return (options) => {
    const adapter = make(options)
    return {
      ...adapter,
      create: async (insert) =>
        insert.model === 'verification' ? adapter.create(insert) : ({ id: 'none', ...insert.data } as never),
      findOne: async (query) => (query.model === 'verification' ? adapter.findOne(query) : null),
    }
  }
}

/** How many tries a code has left; null without one that still works. */
async function triesLeft(db: Database, subject: string): Promise<number | null> {
  const [row] = await db
    .select()
    .from(verifications)
    .where(eq(verifications.identifier, identifierOf(subject)))
    .orderBy(desc(verifications.createdAt))
    .limit(1)
  if (!row || row.expiresAt.getTime() <= Date.now()) return null
  // The plugin keeps `hash:tries`.
  return Math.max(0, CODE_TRIES - Number(row.value.slice(row.value.lastIndexOf(':') + 1)))
}

/** Under which the plugin stores the code of a subject. */
const identifierOf = (subject: string): string => `sign-in-otp-${subject}`

/** Forgets codes that lapsed. By the machine's clock, as they were made. */
export async function purgeCodes(db: Database): Promise<void> {
  await db.delete(verifications).where(lt(verifications.expiresAt, new Date()))
}

/** Sign-in codes by better-auth's e-mail-code plugin. It reads the machine's clock, so the long ones do too. */
export function signInCodes(context: Context): SignInCodes {
  const { db, clock, random, facts, config } = context
  const keyed = (text: string) => createHmac('sha256', facts.secret).update(text)
  // A plain hash of six digits is undone by trying a million of them.
  const hash = async (code: string) => keyed(code).digest('base64url')
  const auth = betterAuth({
    baseURL: config.PUBLIC_URL,
    secret: facts.secret,
    database: codesOnly(db),
    advanced: { database: { generateId: () => newServerId(clock, random) } },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      emailOTP({
        otpLength: 6,
        expiresIn: CODE_MINUTES * 60,
        allowedAttempts: CODE_TRIES,
        storeOTP: { hash },
        // Required by its type; mails are sent by the route, which knows what to say when sending fails.
        sendVerificationOTP: async () => {},
      }),
    ],
  })
  // What the plugin takes for the address, which it writes in lower case: neither the address nor the token is stored.
  const subjectOf = ({ email, token }: Challenge) => keyed(`challenge ${token} ${email}`).digest('hex')
  const longIdentifier = (email: string, code: string) => `long-${keyed(`long ${code} ${email}`).digest('hex')}`
  return {
    create: async (email) => {
      const challenge = { email, token: Buffer.from(random(32)).toString('base64url') }
      const body = { email: subjectOf(challenge), type: 'sign-in' } as const
      return { code: await auth.api.createVerificationOTP({ body }), challenge }
    },
    verify: async (challenge, code) => {
      const subject = subjectOf(challenge)
      const before = await triesLeft(db, subject)
      if (before === null) return { kind: 'expired' }
      if (before === 0) return { kind: 'used-up' }
      try {
        await auth.api.signInEmailOTP({ body: { email: subject, otp: code } })
        return { kind: 'right' }
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'APIError') throw error
      }
      const left = await triesLeft(db, subject)
      return left === null ? { kind: 'expired' } : left === 0 ? { kind: 'used-up' } : { kind: 'wrong', triesLeft: left }
    },
    forget: async (challenge) => {
      await db.delete(verifications).where(eq(verifications.identifier, identifierOf(subjectOf(challenge))))
    },
    createLong: async (email) => {
      const code = newLongCode(random)
      const now = Date.now()
      await db.insert(verifications).values({
        id: newServerId(clock, random),
        identifier: longIdentifier(email, code),
        value: '',
        expiresAt: new Date(now + LONG_CODE_HOURS * HOUR),
        createdAt: new Date(now),
        updatedAt: new Date(now),
      })
      return code
    },
    spendLong: async (email, code) => {
      const spent = await db
        .delete(verifications)
        .where(and(eq(verifications.identifier, longIdentifier(email, code)), gt(verifications.expiresAt, new Date())))
        .returning({ id: verifications.id })
      return spent.length > 0
    },
  }
}
