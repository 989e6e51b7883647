import { eq } from 'drizzle-orm'
import { doseTable } from '#domain/export/dose-table.ts'
import { EXPORT_FILES, EXPORT_FORMAT, EXPORT_VERSION, PEOPLE_FOLDER } from '#domain/export/format.ts'
import { t } from '#domain/language/translate.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { Database } from '../db/database.ts'
import { people } from '../db/schema/people.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { peopleKeptBy } from '../occurrences/kept-people.ts'
import { medicalDocuments, prescriptions } from '../pictures/tables.ts'
import { paymentsOf } from '../plans/billing.ts'
import { ApiError } from '../platform/errors.ts'
import { type DoseRow, loggedEvent } from '../sync/dose-rows.ts'
import { doseEvents } from '../sync/tables.ts'
import { ENTERED, type Rows, readEntered, readTables } from './read-entered.ts'
import { readme } from './readme.ts'
import {
  type DocumentRow,
  EXPORTED,
  type ExportedTable,
  type PrescriptionRow,
  pictureFile,
  scanFile,
  written,
} from './tables.ts'
import { type Export, jsonList } from './zip.ts'

/**
 * Returns the contents of an account's export, serialised on demand: its own data, and below `people/` that of those
 * whom it keeps. Throws 410 if the account was deleted.
 */
export async function readExport(
  context: Pick<Context, 'db' | 'clock' | 'facts'>,
  user: { id: UserId; email: string; zone: string },
): Promise<Export> {
  const { db, clock, facts } = context
  const now = clock.now()
  const own = await readOf(db, EXPORTED, user, now)
  if (own.rows.get(users)?.length === 0) throw new ApiError(410, 'account_gone', t('This account was deleted.'))
  const payments = await paymentsOf({ db, facts }, user.email)
  const self = contentsOf(own, EXPORTED)
  const others: Export[] = []
  for (const { id, zone } of await peopleKeptBy(db, user.id)) {
    others.push(
      inFolder(`${PEOPLE_FOLDER}${id}/`, contentsOf(await readOf(db, OF_PERSON, { id, zone }, now), OF_PERSON)),
    )
  }
  return {
    files: [
      { name: 'README.txt', pieces: [readme(user.email, toInstant(now))] },
      ...self.files,
      { name: EXPORT_FILES.payments, pieces: jsonList(payments.map(({ person: _, ...payment }) => payment)) },
      ...others.flatMap(({ files }) => files),
    ],
    pictures: [...self.pictures, ...others.flatMap(({ pictures }) => pictures)],
  }
}

/** Returns the same of one person alone, to be taken in again as any export. */
export async function readPersonExport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  person: { id: string; name: string; zone: string },
): Promise<Export> {
  const now = clock.now()
  const rows = await db.select().from(people).where(eq(people.id, person.id))
  const { files, pictures } = contentsOf(await readOf(db, OF_PERSON, person, now), OF_PERSON)
  return {
    files: [
      { name: 'README.txt', pieces: [readme(person.name, toInstant(now))] },
      { name: EXPORT_FILES.people, pieces: jsonList(rows.map(({ ownerId: _, ...row }) => row)) },
      ...files,
    ],
    pictures,
  }
}

/** What is about a person rather than an account. */
const OF_PERSON = EXPORTED.filter(({ isOfAccount }) => !isOfAccount)

interface ReadOf {
  whose: { id: string; zone: string }
  rows: Rows
  now: number
}

async function readOf(
  db: Database,
  tables: readonly ExportedTable[],
  whose: ReadOf['whose'],
  now: number,
): Promise<ReadOf> {
  const rows = await readEntered(db, whose.id, now)
  const others = tables.filter(({ table }) => !ENTERED.has(table))
  for (const [table, read] of await readTables(db, others, { userId: whose.id, seq: 0 })) rows.set(table, read)
  return { whose, rows, now }
}

/** Of people, files without entries are left out, except for the lists that an import looks for. */
function contentsOf({ whose, rows, now }: ReadOf, tables: readonly ExportedTable[]): Export {
  const account = { format: EXPORT_FORMAT, version: EXPORT_VERSION, exportedAt: toInstant(now), accountId: whose.id }
  const log = (rows.get(doseEvents) ?? []) as DoseRow[]
  const documents = (rows.get(medicalDocuments) ?? []) as DocumentRow[]
  const scans = (rows.get(prescriptions) ?? []) as PrescriptionRow[]
  const shown = tables.filter(
    ({ table }) => tables !== OF_PERSON || ENTERED.has(table) || (rows.get(table) ?? []).length > 0,
  )
  return {
    files: [
      { name: EXPORT_FILES.account, pieces: [`${JSON.stringify(account, null, 1)}\n`] },
      { name: 'doses.csv', pieces: doseTable(each(log, loggedEvent), whose.zone) },
      ...shown.map((exported) => ({
        name: exported.file,
        pieces: jsonList(each(rows.get(exported.table) ?? [], (row) => written(exported, row))),
      })),
    ],
    pictures: [
      ...documents.map((row) => ({ name: pictureFile(row), blob: row.imageBlob })),
      ...scans.map((row) => ({ name: scanFile(row), blob: row.imageBlob })),
    ],
  }
}

const inFolder = (folder: string, { files, pictures }: Export): Export => ({
  files: files.map((file) => ({ ...file, name: `${folder}${file.name}` })),
  pictures: pictures.map((picture) => ({ ...picture, name: `${folder}${picture.name}` })),
})

function* each<T, U>(items: Iterable<T>, work: (item: T) => U): Generator<U, void> {
  for (const item of items) yield work(item)
}
