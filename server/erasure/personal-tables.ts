import { consentRequests, identities, personalTokens, sessions } from '../accounts/tables.ts'
import { contactMessages, incomingEmails } from '../contact/tables.ts'
import { pushSubscriptions } from '../db/schema/push-subscriptions.ts'
import { appointments, medications } from '../db/schema/records.ts'
import { documentRecipients } from '../documents/tables.ts'
import { mailOptOuts, mails } from '../mail/tables.ts'
import {
  helperNotices,
  reminderDue,
  reminderMails,
  reminderOccurrences,
  supplyMornings,
  supplyNotices,
} from '../occurrences/tables.ts'
import { grants } from '../people/tables.ts'
import { medicalDocuments, prescriptions } from '../pictures/tables.ts'
import { planEvents, promotions } from '../plans/tables.ts'
import { pushSends } from '../push/tables.ts'
import { setAsides } from '../queue/tables.ts'
import { doseEvents, idempotencyKeys, supplyEvents, syncState, tombstones } from '../sync/tables.ts'
import { webhooks } from '../webhooks/tables.ts'

/**
 * Every table, besides that of accounts, whose rows name their user in `userId`: what an export contains, and what is
 * deleted with an account.
 */
export const PERSONAL = {
  medications,
  doseEvents,
  supplyEvents,
  appointments,
  medicalDocuments,
  prescriptions,
  planEvents,
  promotions,
  contactMessages,
  incomingEmails,
  mails,
  mailOptOuts,
  documentRecipients,
  grants,
  sessions,
  identities,
  webhooks,
  personalTokens,
  consentRequests,
  pushSubscriptions,
  pushSends,
  helperNotices,
  reminderDue,
  reminderMails,
  reminderOccurrences,
  supplyMornings,
  supplyNotices,
  setAsides,
  syncState,
  idempotencyKeys,
  tombstones,
} as const

export type PersonalTable = keyof typeof PERSONAL
