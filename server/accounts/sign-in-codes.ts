import { createHmac } from 'node:crypto'
import type { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { HOUR } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import type { Context } from '../http/context.ts'
import { newServerId } from '../platform/ids.ts'
import { whenNeeded } from '../platform/when-needed.ts'
import { newLongCode } from './long-code.ts'
import { LONG_CODE_HOURS } from './sign-in-limits.ts'
import { verifications } from './tables.ts'

export const CODE_MINUTES = 10
export const CODE_TRIES = 5

export type CodeOutcome =
  | { kind: 'right' }
  | { kind: 'wrong'; triesLeft: number }
  /** Also if there never was a code or it has been used: either way the user needs a new one. */
  | { kind: 'expired' }
  | { kind: 'used-up' }

/**
 * A code that a browser is waiting for. `token` exists only in its cookie; without it there is nothing to check a code
 * against.
 */
export interface Challenge {
  email: string
  token: string
}

export interface SignInCodes {
  /**
   * Creates a six-digit code for the address, valid only in the browser that gets the challenge. Other codes for the
   * address stay valid.
   */
  create(email: string): Promise<{ code: string; challenge: Challenge }>
  /** Checks a code. A correct one works once, even if it is tried several times in parallel. */
  verify(challenge: Challenge, code: string): Promise<CodeOutcome>
  /** Makes the code of this challenge invalid. */
  forget(challenge: Challenge): Promise<void>
  /** Creates a 60-bit code for the address, valid in any browser (decision 053). */
  createLong(email: string): Promise<string>
  /** Returns whether this is a valid long code for the address, and uses it up. */
  spendLong(email: string, code: string): Promise<boolean>
}

/**
 * Returns better-auth's store. Only codes are stored through it, because accounts and sessions are our own tables
 * (decision 004). For a proven address it returns the user that better-auth expects, and its session is echoed but
 * never stored.
 */
function codesOnly(db: Database, adapterOf: typeof drizzleAdapter): ReturnType<typeof drizzleAdapter> {
  const make = adapterOf(db, { provider: 'pg', schema: { verification: verifications } })
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

/** Returns how many tries a code has left, or null without a valid one. */
async function triesLeft(db: Database, subject: string): Promise<number | null> {
  const [row] = await db
    .select()
    .from(verifications)
    .where(eq(verifications.identifier, identifierOf(subject)))
    .orderBy(desc(verifications.createdAt))
    .limit(1)
  if (!row || row.expiresAt.getTime() <= Date.now()) return null
  // The plugin stores `hash:tries`.
  return Math.max(0, CODE_TRIES - Number(row.value.slice(row.value.lastIndexOf(':') + 1)))
}

/** Returns the identifier under which the plugin stores the code of a subject. */
const identifierOf = (subject: string): string => `sign-in-otp-${subject}`

/** Deletes expired codes. It uses the machine's clock, because they were created by it. */
export async function purgeCodes(db: Database): Promise<void> {
  await db.delete(verifications).where(lt(verifications.expiresAt, new Date()))
}

/**
 * Creates and checks sign-in codes with better-auth's e-mail-code plugin. The plugin uses the machine's clock, so long
 * codes do too.
 */
export function signInCodes(context: Context): SignInCodes {
  const { db, clock, random, facts, config } = context
  const keyed = (text: string) => createHmac('sha256', facts.secret).update(text)
  // A plain hash of six digits is broken by trying a million of them.
  const hash = async (code: string) => keyed(code).digest('base64url')
  const auth = whenNeeded(async () => {
    const [{ betterAuth }, { drizzleAdapter }, { emailOTP }] = await Promise.all([
      import('better-auth'),
      import('better-auth/adapters/drizzle'),
      import('better-auth/plugins/email-otp'),
    ])
    return betterAuth({
      baseURL: config.PUBLIC_URL,
      secret: facts.secret,
      database: codesOnly(db, drizzleAdapter),
      advanced: { database: { generateId: () => newServerId(clock, random) } },
      telemetry: { enabled: false },
      logger: { disabled: true },
      plugins: [
        emailOTP({
          otpLength: 6,
          expiresIn: CODE_MINUTES * 60,
          allowedAttempts: CODE_TRIES,
          storeOTP: { hash },
          // Required by the type. The route sends the mails, because it knows what to say when sending fails.
          sendVerificationOTP: async () => {},
        }),
      ],
    })
  })
  // What the plugin takes for the address and writes in lower case. Neither the address nor the token is stored.
  const subjectOf = ({ email, token }: Challenge) => keyed(`challenge ${token} ${email}`).digest('hex')
  const longIdentifier = (email: string, code: string) => `long-${keyed(`long ${code} ${email}`).digest('hex')}`
  return {
    create: async (email) => {
      const challenge = { email, token: Buffer.from(random(32)).toString('base64url') }
      const body = { email: subjectOf(challenge), type: 'sign-in' } as const
      const { api } = await auth()
      return { code: await api.createVerificationOTP({ body }), challenge }
    },
    verify: async (challenge, code) => {
      const subject = subjectOf(challenge)
      const before = await triesLeft(db, subject)
      if (before === null) return { kind: 'expired' }
      if (before === 0) return { kind: 'used-up' }
      const { api } = await auth()
      try {
        await api.signInEmailOTP({ body: { email: subject, otp: code } })
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
