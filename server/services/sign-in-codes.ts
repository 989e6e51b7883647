import { createHmac } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { desc, eq, lt, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { verifications } from '../db/schema/index.ts'
import { newServerId } from '../ids.ts'

export const CODE_MINUTES = 10
export const CODE_TRIES = 5

export type CodeOutcome =
  | { kind: 'right' }
  | { kind: 'wrong'; triesLeft: number }
  /** Also when there never was one, or it was used: the way on is the same, a new code. */
  | { kind: 'expired' }
  | { kind: 'used-up' }

export interface SignInCodes {
  /** Makes a six-digit code for the address; older ones no longer work. */
  create(email: string): Promise<string>
  /** Tries a code. A right one works once, whoever else tries at the same moment. */
  verify(email: string, code: string): Promise<CodeOutcome>
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

/** Under which the codes of an address are stored. */
export const identifierOf = (email: string): string => `sign-in-otp-${email}`

/** How many tries the address' newest code has left; null without a code that still works. */
async function triesLeft(db: Database, email: string): Promise<number | null> {
  const [row] = await db
    .select()
    .from(verifications)
    .where(eq(verifications.identifier, identifierOf(email)))
    .orderBy(desc(verifications.createdAt))
    .limit(1)
  if (!row || row.expiresAt.getTime() <= Date.now()) return null
  // The plugin keeps `hash:tries`.
  return Math.max(0, CODE_TRIES - Number(row.value.slice(row.value.lastIndexOf(':') + 1)))
}

/** Forgets codes that lapsed, with the addresses of people who never came back. By the machine's clock, as they were made. */
export async function purgeCodes(db: Database): Promise<void> {
  await db.delete(verifications).where(lt(verifications.expiresAt, new Date()))
}

/** Sign-in codes by better-auth's e-mail-code plugin. It reads the machine's clock. */
export function signInCodes(context: Context): SignInCodes {
  const { db, clock, random, facts, config } = context
  // A plain hash of six digits is undone by trying a million of them.
  const hash = async (code: string) => createHmac('sha256', facts.secret).update(code).digest('base64url')
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
  return {
    create: async (email) => {
      // Older codes of the address, and the addresses of people who never came back.
      await db
        .delete(verifications)
        .where(or(eq(verifications.identifier, identifierOf(email)), lt(verifications.expiresAt, new Date())))
      return auth.api.createVerificationOTP({ body: { email, type: 'sign-in' } })
    },
    verify: async (email, code) => {
      const before = await triesLeft(db, email)
      if (before === null) return { kind: 'expired' }
      if (before === 0) return { kind: 'used-up' }
      try {
        await auth.api.signInEmailOTP({ body: { email, otp: code } })
        return { kind: 'right' }
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'APIError') throw error
      }
      const left = await triesLeft(db, email)
      return left === null
        ? { kind: 'expired' }
        : left === 0
          ? { kind: 'used-up' }
          : { kind: 'wrong', triesLeft: left }
    },
  }
}
