import * as z from 'zod/mini'
import { anyInstantSchema, instantSchema } from '../lib/instant-schema.ts'
import { storableText } from '../lib/storable-text.ts'

/** What a personal token may do: read the record, or log doses. */
export const TOKEN_SCOPES = ['read', 'log'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** How many tokens of one account may work at a time. */
export const TOKENS_AT_MOST = 20

/** What every token begins with, so that people and scanners for leaked secrets recognise one. */
export const TOKEN_PREFIX = 'dsw_'

const RECORD: readonly TokenScope[] = ['read']
const TODAY: readonly TokenScope[] = ['read', 'log']

/**
 * The calls that a personal token may make, as method and path of the route, each with the scopes of which one is
 * enough. Everything else is refused to tokens: the account, payments, administration, whole exports, papers and
 * their pictures, and every change besides the log of doses.
 */
export const TOKEN_CALLS: Readonly<Record<string, readonly TokenScope[]>> = {
  'GET /api/people': RECORD,
  'GET /api/medications': RECORD,
  'GET /api/appointments': RECORD,
  'GET /api/appointments/upcoming': RECORD,
  'GET /api/doses': RECORD,
  'GET /api/supply-events': RECORD,
  'GET /api/supplies': RECORD,
  'GET /api/plan': TODAY,
  'GET /api/reminders/upcoming': TODAY,
  'GET /api/reminders/due-now': TODAY,
  'POST /api/doses': ['log'],
}

/** A token as its owner sees it later: without the token itself. */
export const personalTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  createdAt: instantSchema,
  /** To the hour, because not every request is recorded; null before the first. */
  lastUsedAt: z.nullable(instantSchema),
  /** When it stops working; null: never by itself. */
  expiresAt: z.nullable(instantSchema),
})
export type PersonalToken = z.infer<typeof personalTokenSchema>

/** POST /api/user/tokens. */
export const newTokenBody = z.strictObject({
  name: storableText(60).check(z.minLength(1)),
  scopes: z.array(z.enum(TOKEN_SCOPES)).check(z.minLength(1), z.maxLength(TOKEN_SCOPES.length)),
  expiresAt: z._default(z.nullable(anyInstantSchema), null),
})

/** Its answer, the only one that has the token. */
export const newTokenAnswer = z.extend(personalTokenSchema, { token: z.string() })

/** GET /api/user/tokens, the newest first. */
export const tokensAnswer = z.object({ tokens: z.array(personalTokenSchema) })
