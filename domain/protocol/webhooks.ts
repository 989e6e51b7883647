import * as z from 'zod/mini'
import { personIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'

/** What a webhook can be told: that something of this kind changed. */
export const WEBHOOK_EVENTS = ['doses', 'medications', 'appointments', 'supply'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The header with the time (s) and the signature: `t=1764291600,v1=…`, HMAC-SHA256 over `t`, a dot and the body. */
export const SIGNATURE_HEADER = 'dosewell-signature'

/** A webhook as its owner sees it later: without the secret. */
export const webhookSchema = z.object({
  id: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  /** Whose record it is about: the account's own person, or somebody the account may see. */
  personId: personIdSchema,
  url: z.string(),
  createdAt: instantSchema,
  /** When it was last tried, and what answered: a status, or null for no answer. */
  lastAt: z.nullable(instantSchema),
  lastStatus: z.nullable(z.number()),
  /** Since when nothing has arrived any more; null: the last try did. */
  failingSince: z.nullable(instantSchema),
  /** When it was given up: nothing is sent any more. */
  endedAt: z.nullable(instantSchema),
})
export type Webhook = z.infer<typeof webhookSchema>

/** POST /api/user/webhooks. `personId` is left out or null for the account's own person. */
export const newWebhookBody = z.strictObject({
  event: z.enum(WEBHOOK_EVENTS),
  url: z.string().check(z.maxLength(1000)),
  personId: z._default(z.nullable(personIdSchema), null),
})

/** Its answer, the only one that has the secret. */
export const newWebhookAnswer = z.extend(webhookSchema, { secret: z.string() })

/** GET /api/user/webhooks, the newest first. */
export const webhooksAnswer = z.object({ webhooks: z.array(webhookSchema) })

/** The body of each message. It says that something changed, and not what. */
export const webhookMessage = z.object({
  id: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  personId: personIdSchema,
  /** Rises with every change; a repeated message has the same one. */
  version: z.number(),
  sentAt: instantSchema,
})
