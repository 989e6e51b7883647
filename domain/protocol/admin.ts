import * as z from 'zod/mini'
import { userIdSchema } from '../lib/ids-schema.ts'
import { instantSchema } from '../lib/instant-schema.ts'
import { storableText } from '../lib/storable-text.ts'

/**
 * The calls of /admin: the specification's (section 7), and what it leaves open. All of them respond 401 without a
 * session and 403 `forbidden` to anyone who is not an administrator. Nothing is cached.
 */

const count = z.int().check(z.nonnegative())

/** The response of calls that do something and return nothing else. `message` is a sentence for the user. */
export const adminDoneAnswer = z.object({ success: z.literal(true), message: z.string() })

/** An account as /admin lists it. The plan is as of the response. */
export const adminUserSchema = z.object({
  id: userIdSchema,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  subscriptionPlan: z.enum(['free', 'premium']),
  subscriptionStatus: z.nullable(z.enum(['trial', 'active', 'past_due', 'canceled', 'expired'])),
  createdAt: instantSchema,
})
export type AdminUser = z.infer<typeof adminUserSchema>

/**
 * A medication that someone added: who and when, not which one. `userName` is the e-mail address if there is no name.
 */
export const adminActivitySchema = z.object({
  id: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  createdAt: instantSchema,
})
export type AdminActivity = z.infer<typeof adminActivitySchema>

/** The most entries in a list of /admin, or in one of its pages. */
export const ADMIN_PAGE = 50

/**
 * What can be set aside for an account (docs/reminders.md, R8): the plan of a medication or an appointment, a due
 * reminder, a mail about an important dose, the notice about one to a helper, the mail about silent devices, the push about its supplies, a device that
 * nothing can be encrypted for, an unknown zone, a plan that time changes, the erasure of an account without consent.
 */
export const SET_ASIDE_KINDS = [
  'schedule',
  'reminder',
  'dose-mail',
  'helper-notice',
  'silence-mail',
  'supply-push',
  'device',
  'zone',
  'premium',
  'erasure',
] as const
export type SetAsideKind = (typeof SET_ASIDE_KINDS)[number]

/**
 * GET /api/admin/set-aside: how many accounts have something set aside, by kind; `since` is that of the oldest. No
 * names.
 */
export const setAsideAnswer = z.array(
  z.object({ kind: z.enum(SET_ASIDE_KINDS), accounts: count, since: instantSchema }),
)
export type SetAsideCounts = z.infer<typeof setAsideAnswer>

/**
 * GET /api/admin/stats (specification, section 3). Months are in UTC. Lists are newest first, with at most ADMIN_PAGE
 * entries. `premiumUsers` are all users the premium rule calls premium, including trials; `freeUsers` are all others
 * (readings, Premium).
 */
export const adminStatsAnswer = z.object({
  totalUsers: count,
  premiumUsers: count,
  freeUsers: count,
  totalMedications: count,
  monthlyStats: z.object({
    newUsersThisMonth: count,
    newSubscriptionsThisMonth: count,
    medicationsAddedThisMonth: count,
  }),
  recentSignups: z.array(adminUserSchema),
  recentMedications: z.array(adminActivitySchema),
})
export type AdminStats = z.infer<typeof adminStatsAnswer>

/**
 * GET /api/admin/users?query=&cursor=: accounts, newest first. `query` is searched for anywhere in e-mail, first, last
 * and full name, ignoring case; empty or absent finds all. `cursor` is `nextCursor` of the previous page.
 */
export const adminUsersQuery = z.object({
  query: z._default(storableText(200), ''),
  cursor: z.optional(z.string().check(z.maxLength(100))),
})

/** `nextCursor` is null on the last page. */
export const adminUsersAnswer = z.object({
  users: z.array(adminUserSchema),
  nextCursor: z.nullable(z.string()),
})
export type AdminUsersPage = z.infer<typeof adminUsersAnswer>

/**
 * DELETE /api/admin/users/{id} (409 `own_account` for one's own) and POST /api/admin/users/{id}/reset-password: 404 for
 * unknown users.
 */
export const adminUserParams = z.object({ id: z.string() })

export const PROMOTION_TYPES = ['downgrade_to_free', 'auto_renew'] as const
export type PromotionType = (typeof PROMOTION_TYPES)[number]

export const PROMOTION_MONTHS = { least: 1, most: 36 } as const
const MONTHS_RULE = `must be between ${PROMOTION_MONTHS.least} and ${PROMOTION_MONTHS.most}`

/**
 * POST /api/admin/grant-promotion. `userId` is the account's e-mail address (specification, section 3); 404 if no
 * account has it.
 */
export const grantPromotionBody = z.object({
  userId: storableText(320).check(z.refine((text) => text !== '', 'must be the e-mail address of a user')),
  months: z.int().check(z.gte(PROMOTION_MONTHS.least, MONTHS_RULE), z.lte(PROMOTION_MONTHS.most, MONTHS_RULE)),
  promoType: z._default(z.enum(PROMOTION_TYPES), 'downgrade_to_free'),
})
export type GrantPromotion = z.infer<typeof grantPromotionBody>

/** `endsAt` is when the promotion ends. */
export const grantPromotionAnswer = z.extend(adminDoneAnswer, { endsAt: instantSchema })

export const RECIPIENT_TYPES = ['individual', 'all', 'premium', 'trial', 'free'] as const
export type RecipientType = (typeof RECIPIENT_TYPES)[number]

/** The longest texts of a mail to users, in characters. */
export const ADMIN_MAIL_MOST = { subject: 200, message: 20_000 } as const

const written = (most: number) => storableText(most).check(z.refine((text) => text !== '', 'must not be empty'))

/** POST /api/admin/send-email. `recipientEmail` is only for `individual`, and required there. */
export const adminMailBody = z
  .object({
    recipientType: z.enum(RECIPIENT_TYPES),
    recipientEmail: z.optional(storableText(320)),
    subject: written(ADMIN_MAIL_MOST.subject),
    message: written(ADMIN_MAIL_MOST.message),
  })
  .check(
    z.refine(({ recipientType, recipientEmail }) => recipientType !== 'individual' || Boolean(recipientEmail), {
      path: ['recipientEmail'],
      error: 'Please enter recipient email',
    }),
  )
export type AdminMail = z.infer<typeof adminMailBody>

/** `sent`: how many recipients the mail was accepted for. `mailingId` identifies it in GET /api/admin/mailings. */
export const adminMailAnswer = z.object({ sent: count, mailingId: z.string() })

/**
 * The progress of a mail to users. `inDoubt` may have arrived or not, because the server ended while transmitting it;
 * no one gets it twice.
 */
export const mailingSchema = z.object({
  id: z.string(),
  recipientType: z.enum(RECIPIENT_TYPES),
  subject: z.string(),
  createdAt: instantSchema,
  recipients: count,
  sent: count,
  failed: count,
  inDoubt: count,
  /** Recipients who unsubscribed between acceptance and their turn. */
  withheld: count,
  /** Null while some are still waiting to be sent. */
  finishedAt: z.nullable(instantSchema),
})
export type Mailing = z.infer<typeof mailingSchema>

/** GET /api/admin/mailings: newest first, at most ADMIN_PAGE. */
export const mailingsAnswer = z.array(mailingSchema)

/** A mail to the product's address, or a message from /contact. */
export const incomingEmailSchema = z.object({
  id: z.string(),
  /** Null if the sender gave none. */
  fromName: z.nullable(z.string()),
  fromEmail: z.string(),
  subject: z.string(),
  textContent: z.string(),
  isRead: z.boolean(),
  createdAt: instantSchema,
  /** From a user with Premium. */
  isPriority: z.boolean(),
  /** How many attachments it had; they are not stored. */
  attachments: count,
})
export type IncomingEmail = z.infer<typeof incomingEmailSchema>

/**
 * GET /api/admin/incoming-emails?before=: newest first, at most ADMIN_PAGE. `before` is the id of the last one on the
 * previous page; a page with fewer than ADMIN_PAGE is the last.
 */
export const incomingEmailsQuery = z.object({ before: z.optional(z.string()) })
export const incomingEmailsAnswer = z.array(incomingEmailSchema)

/**
 * PATCH /api/admin/incoming-emails/{id}/read and DELETE /api/admin/incoming-emails/{id}: 404 for unknown ones; both
 * respond with `adminDoneAnswer`.
 */
export const incomingEmailParams = z.object({ id: z.string() })
