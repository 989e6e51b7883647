import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { EXPORT_FILES } from '#domain/export/format.ts'
import { people } from '../db/schema/people.ts'
import type { appointments, medications } from '../db/schema/records.ts'
import { users } from '../db/schema/users.ts'
import { PERSONAL, type PersonalTable } from '../erasure/personal-tables.ts'
import type { medicalDocuments, prescriptions } from '../pictures/tables.ts'
import { type DoseRow, loggedEvent } from '../sync/dose-rows.ts'
import { loggedSupplyEvent, type SupplyRow } from '../sync/supply-rows.ts'

export type Row = Record<string, unknown>

/** How the rows of a table are exported. */
interface Exporting {
  file: string
  /** Fields that would let anyone act for the user; they are not data about the user. */
  secrets?: readonly string[]
  /** How to write a row; unchanged if absent. */
  write?: (row: never) => unknown
  /** Rows read at a time, so that each read takes milliseconds; 100 if absent. */
  portion?: number
  /** Whether it is about the account, so that people without sign-in have none of it. */
  isOfAccount?: true
}

export interface ExportedTable extends Exporting {
  table: PgTable
  /** The column that names the row's owner. */
  owner: PgColumn
}

export type DocumentRow = typeof medicalDocuments.$inferSelect

/** Returns where a document's picture is in the export. */
export const pictureFile = ({ id, record }: DocumentRow): string => `documents/${record.documentDate}-${id}.jpg`

export type PrescriptionRow = typeof prescriptions.$inferSelect

/** Returns where a scan's picture is in the export. */
export const scanFile = ({ id, record }: PrescriptionRow): string =>
  `prescriptions/${record.createdAt.slice(0, 10)}-${id}.jpg`

/** The form of such names. */
export const PICTURE_NAME = /^(?:documents|prescriptions)\/\d{4}-\d\d-\d\d-[0-9a-f-]{36}\.jpg$/

const EXPORTING: Record<PersonalTable, Exporting> = {
  medications: {
    file: EXPORT_FILES.medications,
    portion: 25,
    write: ({ record }: typeof medications.$inferSelect) => record,
  },
  doseEvents: { file: EXPORT_FILES.doses, write: (row: DoseRow) => loggedEvent(row), portion: 500 },
  supplyEvents: { file: EXPORT_FILES.supply, write: (row: SupplyRow) => loggedSupplyEvent(row) },
  appointments: {
    file: EXPORT_FILES.appointments,
    write: ({ record }: typeof appointments.$inferSelect) => record,
  },
  medicalDocuments: {
    file: EXPORT_FILES.documents,
    write: (row: DocumentRow) => ({ ...row.record, file: pictureFile(row) }),
  },
  prescriptions: {
    file: EXPORT_FILES.prescriptions,
    portion: 10,
    write: (row: PrescriptionRow) => ({ ...row.record, file: scanFile(row) }),
  },
  // `actor` is left out because it is another user: the one who granted it.
  planEvents: { isOfAccount: true, file: 'plan-history.json', secrets: ['actor'] },
  promotions: { isOfAccount: true, file: 'promotions.json', secrets: ['grantedBy'] },
  contactMessages: { isOfAccount: true, file: 'messages-to-us.json' },
  incomingEmails: { isOfAccount: true, file: 'emails-to-us.json', secrets: ['fingerprint'] },
  mails: { isOfAccount: true, file: 'technical/emails-from-us.json', secrets: ['claimedBy'] },
  mailOptOuts: { isOfAccount: true, file: 'technical/email-choices.json' },
  documentRecipients: { isOfAccount: true, file: 'technical/document-recipients.json' },
  grants: { file: 'shared-with.json', secrets: ['tokenHash', 'codeHash'] },
  sessions: { isOfAccount: true, file: 'devices.json', secrets: ['tokenHash'] },
  personalTokens: { isOfAccount: true, file: 'tokens-for-programs.json', secrets: ['tokenHash'] },
  webhooks: { isOfAccount: true, file: 'webhooks.json' },
  identities: { isOfAccount: true, file: 'sign-in-provider.json' },
  consentRequests: { isOfAccount: true, file: 'consent-requests.json', secrets: ['tokenHash'] },
  pushSubscriptions: {
    isOfAccount: true,
    file: 'technical/reminder-devices.json',
    secrets: ['endpoint', 'p256dh', 'auth'],
  },
  pushSends: { file: 'technical/reminder-messages.json', secrets: ['id'] },
  helperNotices: { file: 'technical/notices-to-helpers.json' },
  reminderDue: { file: 'technical/reminders-ahead.json' },
  reminderMails: { file: 'technical/reminder-mails.json' },
  reminderOccurrences: { file: 'technical/reminders-ringing.json' },
  supplyMornings: { file: 'technical/supply-mornings.json' },
  supplyNotices: { file: 'technical/supply-notices.json' },
  setAsides: { file: 'technical/set-aside.json' },
  syncState: { file: 'technical/sync-state.json' },
  idempotencyKeys: { file: 'technical/answers.json' },
  tombstones: { file: 'technical/deleted.json' },
}

/** Every table with rows about a user, and the export file they go to. */
export const EXPORTED: readonly ExportedTable[] = [
  { table: users, owner: users.id, file: EXPORT_FILES.profile, isOfAccount: true },
  { table: people, owner: people.ownerId, file: EXPORT_FILES.people, isOfAccount: true },
  ...Object.entries(PERSONAL).map(([name, table]) => ({
    table,
    owner: table.userId,
    ...EXPORTING[name as PersonalTable],
  })),
]

/** Returns the row as the export writes it. */
export function written({ write, secrets = [] }: ExportedTable, row: Row): unknown {
  if (write) return write(row as never)
  return Object.fromEntries(Object.entries(row).filter(([field]) => !secrets.includes(field)))
}
