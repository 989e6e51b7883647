import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { EXPORT_FILES } from '#domain/export/format.ts'
import {
  appointments,
  consentRequests,
  contactMessages,
  doseEvents,
  idempotencyKeys,
  medicalDocuments,
  medications,
  prescriptions,
  pushSends,
  pushSubscriptions,
  reminderDue,
  reminderMails,
  reminderRings,
  sessions,
  syncState,
  tombstones,
  users,
} from '../db/schema/index.ts'
import { type DoseRow, loggedEvent } from '../services/dose-rows.ts'

type Row = Record<string, unknown>

export interface ExportedTable {
  table: PgTable
  /** The column that says whose a row is. */
  owner: PgColumn
  file: string
  /** Fields that let whoever has them act for the person: they are no data about them. */
  secrets?: readonly string[]
  /** How a row is written; as it is, where nothing is said. */
  write?: (row: never) => unknown
}

export type DocumentRow = typeof medicalDocuments.$inferSelect

/** Where the picture of a document lies in the export. */
export const pictureFile = ({ id, record }: DocumentRow): string =>
  `documents/${record.documentDate}-${id}.jpg`

export type PrescriptionRow = typeof prescriptions.$inferSelect

/** Where the picture of a scan lies in the export. */
export const scanFile = ({ id, record }: PrescriptionRow): string =>
  `prescriptions/${record.createdAt.slice(0, 10)}-${id}.jpg`

/** What such a name of a document looks like. */
export const PICTURE_NAME = /^documents\/\d{4}-\d\d-\d\d-[0-9a-f-]{36}\.jpg$/

/** Every table that holds rows of a person, and the file of the export they go to. */
export const EXPORTED: readonly ExportedTable[] = [
  { table: users, owner: users.id, file: EXPORT_FILES.profile },
  {
    table: medications,
    owner: medications.userId,
    file: EXPORT_FILES.medications,
    write: ({ record }: typeof medications.$inferSelect) => record,
  },
  {
    table: doseEvents,
    owner: doseEvents.userId,
    file: EXPORT_FILES.doses,
    write: (row: DoseRow) => loggedEvent(row),
  },
  {
    table: appointments,
    owner: appointments.userId,
    file: EXPORT_FILES.appointments,
    write: ({ record }: typeof appointments.$inferSelect) => record,
  },
  {
    table: medicalDocuments,
    owner: medicalDocuments.userId,
    file: EXPORT_FILES.documents,
    write: (row: DocumentRow) => ({ ...row.record, file: pictureFile(row) }),
  },
  {
    table: prescriptions,
    owner: prescriptions.userId,
    file: 'prescriptions.json',
    write: (row: PrescriptionRow) => ({ ...row.record, file: scanFile(row) }),
  },
  { table: contactMessages, owner: contactMessages.userId, file: 'messages-to-us.json' },
  { table: sessions, owner: sessions.userId, file: 'devices.json', secrets: ['tokenHash'] },
  {
    table: consentRequests,
    owner: consentRequests.userId,
    file: 'consent-requests.json',
    secrets: ['tokenHash'],
  },
  {
    table: pushSubscriptions,
    owner: pushSubscriptions.userId,
    file: 'technical/reminder-devices.json',
    secrets: ['endpoint', 'p256dh', 'auth'],
  },
  { table: pushSends, owner: pushSends.userId, file: 'technical/reminder-messages.json', secrets: ['id'] },
  { table: reminderDue, owner: reminderDue.userId, file: 'technical/reminders-ahead.json' },
  { table: reminderMails, owner: reminderMails.userId, file: 'technical/reminder-mails.json' },
  { table: reminderRings, owner: reminderRings.userId, file: 'technical/reminders-ringing.json' },
  { table: syncState, owner: syncState.userId, file: 'technical/sync-state.json' },
  { table: idempotencyKeys, owner: idempotencyKeys.userId, file: 'technical/answers.json' },
  { table: tombstones, owner: tombstones.userId, file: 'technical/deleted.json' },
]

/** The row as the export says it. */
export function written({ write, secrets = [] }: ExportedTable, row: Row): unknown {
  if (write) return write(row as never)
  return Object.fromEntries(Object.entries(row).filter(([field]) => !secrets.includes(field)))
}
