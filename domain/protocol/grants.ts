import * as z from 'zod/mini'
import { NOTIFY_AFTER } from '../access/offers.ts'
import { GRANTED_ROLES } from '../access/roles.ts'
import { uuidSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { isEmail } from '../records/contact.ts'
import { PERSON_COLOURS } from '../records/person.ts'

const notifyAfterMinutes = z.nullable(z.int().check(z.minimum(NOTIFY_AFTER.least), z.maximum(NOTIFY_AFTER.most)))

/** POST /api/people/:id/grants. */
export const grantBody = z.strictObject({
  role: z.enum(GRANTED_ROLES),
  /** Only the account with this address may accept. */
  email: z.optional(
    z.nullable(z.string().check(z.trim(), z.toLowerCase(), z.refine(isEmail, 'must be an e-mail address'))),
  ),
  /** When the grant ends by itself. */
  expiresAt: z.optional(z.nullable(instantSchema)),
  /** Tells the helper when a dose of an important medicine is still open after so many minutes. */
  notifyAfterMinutes: z.optional(notifyAfterMinutes),
})
export type GrantBody = z.infer<typeof grantBody>

/** 201 of POST /api/people/:id/grants. The link and the code are shown this once: only hashes are stored. */
export const grantedAnswer = z.object({
  id: uuidSchema,
  /** Works once. A page of the server that says who offers what, and leads into the app with `?offer=`. */
  link: z.string(),
  /** To read out: `ABCD-EFGH`. Works once, instead of the link. */
  code: z.string(),
  /** Until when either can be used. */
  offerEndsAt: instantSchema,
})

/** One line of GET /api/people/:id/grants: invitations that can still be accepted, and grants that are live. */
export const grantAnswer = z.object({
  id: uuidSchema,
  role: z.enum(GRANTED_ROLES),
  state: z.enum(['offered', 'live']),
  /** Who has it: null while it is offered, and for a list shown without an account. */
  helperName: z.nullable(z.string()),
  /** Whether it is a list that is shown without an account. */
  isLink: z.boolean(),
  email: z.nullable(z.string()),
  notifyAfterMinutes,
  offeredAt: instantSchema,
  offerEndsAt: instantSchema,
  acceptedAt: z.nullable(instantSchema),
  expiresAt: z.nullable(instantSchema),
})
export type Grant = z.infer<typeof grantAnswer>

/** GET /api/people/:id/grants, oldest first. */
export const grantsAnswer = z.array(grantAnswer)

/** GET /api/grants/offers/:token, where the token is that of the link, or the code. Nothing about health. */
export const offerAnswer = z.object({
  role: z.enum(GRANTED_ROLES),
  person: z.object({ name: z.string(), colour: z.enum(PERSON_COLOURS) }),
  /** The account that offers it. */
  offeredBy: z.string(),
  offerEndsAt: instantSchema,
  expiresAt: z.nullable(instantSchema),
  notifyAfterMinutes,
  /** Whether only one address may accept; which one is not said. */
  isForOneAddress: z.boolean(),
})
export type Offer = z.infer<typeof offerAnswer>

/** DELETE /api/grants/:id. */
export const revokedAnswer = z.object({ success: z.literal(true) })
