import { and, eq, lt } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import { DAY } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { giveBack, type LimitContext, type SharedLimit, take, tooManyToday } from '../http/shared-limits.ts'
import { mailboxHash, refusesMails } from '../mail/refusals.ts'
import { ApiError } from '../platform/errors.ts'
import { lockState } from '../sync/state.ts'
import { documentRecipients } from './tables.ts'

/** Mails with a document per day: in total, and to addresses new to the account. */
const MAILS_OF_ACCOUNT = 20
const NEW_RECIPIENTS = 5
/** Mails that one mailbox gets per day from all accounts together: from accounts new to it, and from the others. */
const MAILS_FROM_NEW = 10
const MAILS_FROM_KNOWN = 30

/** An address that got no document for this long counts as new again. */
const REMEMBERED = 366 * DAY

interface Rule extends SharedLimit {
  /** The sentence for the user, up to the time from which it is possible again. */
  sentence: string
  field?: string
}

/** A mail that may be sent. One of the two must be called. */
export interface AllowedMail {
  /**
   * Records that the recipient is no longer new to the account. Throws 410 if the account was deleted in the meantime.
   */
  sent(): Promise<void>
  /** Takes back the count of the mail. */
  failed(): Promise<void>
}

/**
 * Counts a mail with a document before it is sent. Throws 409 `recipient_declined` if the recipient wants none, and 429
 * with a sentence naming the rule if the account or the recipient has reached the daily limit (decision 054).
 */
export async function allowDocumentMail(
  context: LimitContext,
  account: { id: string; email: string },
  recipient: string,
): Promise<AllowedMail> {
  const { db, clock } = context
  const mailbox = mailboxHash(recipient, context.facts.secret)
  if (await refusesMails(db, mailbox)) {
    throw new ApiError(409, 'recipient_declined', t('This address asked not to receive documents from Dosewell.'), {
      field: 'recipientEmail',
    })
  }
  const rules = rulesOf(account, mailbox, await isKnown(db, account.id, mailbox))
  await takeAll(context, rules)
  return {
    failed: () => giveBackAll(context, rules),
    sent: async () => {
      const lastSentAt = new Date(clock.now())
      await transaction(db, async (tx) => {
        await lockState(tx, account.id, clock.now())
        await tx
          .insert(documentRecipients)
          .values({ userId: account.id, mailboxHash: mailbox, lastSentAt })
          .onConflictDoUpdate({
            target: [documentRecipients.userId, documentRecipients.mailboxHash],
            set: { lastSentAt },
          })
      })
    },
  }
}

/** Counted by the account's address, which a new account of the same user has again. */
function rulesOf({ email }: { email: string }, mailbox: string, isKnown: boolean): Rule[] {
  const ofAccount: Rule = {
    key: `document mails of ${email}`,
    max: MAILS_OF_ACCOUNT,
    window: DAY,
    sentence: t('You can email {count} documents a day.', { count: MAILS_OF_ACCOUNT }),
  }
  const toNew: Rule = {
    key: `new recipients of ${email}`,
    max: NEW_RECIPIENTS,
    window: DAY,
    sentence: t('You can email documents to {count} new addresses a day.', { count: NEW_RECIPIENTS }),
    field: 'recipientEmail',
  }
  // Counted separately, so that accounts created to use up someone's limit do not shut out anyone who already writes to
  // them.
  const toMailbox: Rule = {
    key: `document mails to ${mailbox} from ${isKnown ? 'known' : 'new'} accounts`,
    max: isKnown ? MAILS_FROM_KNOWN : MAILS_FROM_NEW,
    window: DAY,
    sentence: t('This address has been sent as many documents today as we send to one address in a day.'),
    field: 'recipientEmail',
  }
  return isKnown ? [ofAccount, toMailbox] : [ofAccount, toNew, toMailbox]
}

/** Takes all of them or none. */
async function takeAll(context: LimitContext, rules: readonly Rule[]): Promise<void> {
  for (const [index, rule] of rules.entries()) {
    const seconds = await take(context, rule)
    if (seconds === null) continue
    await giveBackAll(context, rules.slice(0, index))
    throw tooManyToday(seconds, rule.sentence, rule.field)
  }
}

async function giveBackAll(context: LimitContext, rules: readonly Rule[]): Promise<void> {
  for (const { key } of rules) await giveBack(context, key)
}

async function isKnown(db: Database, userId: string, mailbox: string): Promise<boolean> {
  const found = await db
    .select({ at: documentRecipients.lastSentAt })
    .from(documentRecipients)
    .where(and(eq(documentRecipients.userId, userId), eq(documentRecipients.mailboxHash, mailbox)))
  return found.length > 0
}

/** Deletes recipients that were sent nothing for a year. */
export async function purgeRecipients(db: Database, now: number): Promise<void> {
  await db.delete(documentRecipients).where(lt(documentRecipients.lastSentAt, new Date(now - REMEMBERED)))
}
