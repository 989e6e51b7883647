import { asc, eq } from 'drizzle-orm'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { doseTable } from '#domain/export/dose-table.ts'
import { EXPORT_FILES, EXPORT_FORMAT, EXPORT_VERSION } from '#domain/export/format.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { Context } from '../context.ts'
import { doseEvents, medicalDocuments, prescriptions } from '../db/schema/index.ts'
import { transaction } from '../db/transaction.ts'
import type { BlobStore } from '../documents/blob-store.ts'
import { readme } from '../export/readme.ts'
import {
  type DocumentRow,
  EXPORTED,
  type ExportedTable,
  type PrescriptionRow,
  pictureFile,
  scanFile,
  written,
} from '../export/tables.ts'
import { paymentsOf } from '../plans/billing.ts'
import { lockState } from './sync-state.ts'

/** What one person's export is made of. */
export interface Export {
  files: { name: string; text: string }[]
  /** Read one at a time while the zip goes out. */
  pictures: { name: string; blob: string }[]
}

/** Rows of one table as they are said in the export. */
interface Said {
  exported: ExportedTable
  rows: unknown[]
}

/**
 * What a person's export holds. Read under the account's lock, so that the lists belong to one another; written down after
 * it, so that nobody waits for that.
 */
export async function readExport(
  { db, clock, facts }: Pick<Context, 'db' | 'clock' | 'facts'>,
  user: { id: UserId; email: string; zone: string },
): Promise<Export> {
  const now = clock.now()
  const read = await transaction(db, async (tx) => {
    await lockState(tx, user.id, now)
    const tables: { exported: ExportedTable; rows: Record<string, unknown>[] }[] = []
    for (const exported of EXPORTED) {
      const { table, owner } = exported
      const rows = tx.select().from(table).where(eq(owner, user.id))
      const isLog = table === doseEvents
      tables.push({ exported, rows: await (isLog ? rows.orderBy(asc(doseEvents.seq)) : rows) })
    }
    return { tables, payments: await paymentsOf({ db: tx, facts }, user.email) }
  })
  const said: Said[] = read.tables.map(({ exported, rows }) => ({
    exported,
    rows: rows.map((row) => written(exported, row)),
  }))
  const log = said.find(({ exported }) => exported.table === doseEvents)?.rows ?? []
  const exportedAt = toInstant(now)
  const account = { format: EXPORT_FORMAT, version: EXPORT_VERSION, exportedAt, accountId: user.id }
  const rowsOf = (table: ExportedTable['table']) =>
    read.tables.find(({ exported }) => exported.table === table)?.rows ?? []
  const files = [
    { name: 'README.txt', text: readme(user.email, exportedAt) },
    { name: EXPORT_FILES.account, text: jsonOf(account) },
    { name: 'doses.csv', text: doseTable(log as LoggedDoseEvent[], user.zone) },
    ...said.map(({ exported, rows }) => ({ name: exported.file, text: jsonOf(rows) })),
    { name: EXPORT_FILES.payments, text: jsonOf(read.payments.map(({ person: _, ...payment }) => payment)) },
  ]
  const documents = rowsOf(medicalDocuments) as DocumentRow[]
  const scans = rowsOf(prescriptions) as PrescriptionRow[]
  const pictures = [
    ...documents.map((row) => ({ name: pictureFile(row), blob: row.imageBlob })),
    ...scans.map((row) => ({ name: scanFile(row), blob: row.imageBlob })),
  ]
  return { files, pictures }
}

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`

/** Characters that are packed at once: the server answers others in between. */
const PORTION = 256 * 1024

/** The export as a zip, in pieces, each made when the last one was taken. A picture that was deleted meanwhile is left out. */
export async function* zipOf(
  { files, pictures }: Export,
  blobs: Pick<BlobStore, 'get'>,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const take = () => {
    const pieces = ready
    ready = []
    return pieces
  }
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  for (const { name, text } of files) {
    const entry = new ZipDeflate(name)
    zip.add(entry)
    const bytes = Buffer.from(text)
    for (let start = 0; start < bytes.length; start += PORTION) {
      entry.push(bytes.subarray(start, start + PORTION), start + PORTION >= bytes.length)
      yield* take()
    }
  }
  for (const { name, blob } of pictures) {
    const bytes = await blobs.get(blob)
    if (!bytes) continue
    // Pictures are compressed already.
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    entry.push(bytes, true)
    yield* take()
  }
  zip.end()
  yield* take()
}
