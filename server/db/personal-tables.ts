import {
  appointments,
  consentRequests,
  contactMessages,
  documentRecipients,
  doseEvents,
  idempotencyKeys,
  identities,
  incomingEmails,
  mailOptOuts,
  mails,
  medicalDocuments,
  medications,
  planEvents,
  prescriptions,
  promotions,
  pushSends,
  pushSubscriptions,
  reminderDue,
  reminderMails,
  reminderRings,
  sessions,
  setAsides,
  syncState,
  tombstones,
} from './schema/index.ts'

/**
 * Every table beside the account itself whose rows say in `userId` whose they are: what an export gives, and what goes with an
 * account.
 */
export const PERSONAL = {
  medications,
  doseEvents,
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
  sessions,
  identities,
  consentRequests,
  pushSubscriptions,
  pushSends,
  reminderDue,
  reminderMails,
  reminderRings,
  setAsides,
  syncState,
  idempotencyKeys,
  tombstones,
} as const

export type PersonalTable = keyof typeof PERSONAL
