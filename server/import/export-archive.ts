import * as z from 'zod/mini'
import { EXPORT_FILES, EXPORT_FORMAT, EXPORT_VERSION, PEOPLE_FOLDER } from '#domain/export/format.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { PersonId } from '#domain/lib/ids.ts'
import { personIdSchema } from '#domain/lib/ids-schema.ts'
import type { Instant } from '#domain/lib/instant.ts'
import { instantSchema } from '#domain/lib/instant-schema.ts'
import { storableText } from '#domain/lib/storable-text.ts'
import { DOCUMENT_BYTES } from '#domain/protocol/documents.ts'
import { EXPORTED, PICTURE_NAME } from '../export/tables.ts'
import { ApiError } from '../platform/errors.ts'
import type { FoundCard } from './emergency-card.ts'
import type { ExportedKind } from './exported-records.ts'
import { openZip, type ZipArchive, type ZipFile } from './zip-archive.ts'

/** The other files of an export, and the folders that some programs add when repacking it. */
const NAMES = new Set([
  'README.txt',
  'doses.csv',
  EXPORT_FILES.account,
  EXPORT_FILES.payments,
  ...EXPORTED.map(({ file }) => file),
  'documents/',
  'prescriptions/',
  'technical/',
  PEOPLE_FOLDER,
])

/** The folder of one of those whom the account kept. */
const OF_PERSON = new RegExp(`^${PEOPLE_FOLDER}[0-9a-f-]{36}/`)

/** Whether an export has files of this name. */
function isKnown(name: string): boolean {
  const file = name.replace(OF_PERSON, '')
  return file === '' || NAMES.has(file) || PICTURE_NAME.test(file)
}

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** A record in a few lines that says whose export it is. Anything larger is not parsed. */
const SMALL_BYTES = 64 * KILOBYTE
/** Those whom an account keeps, with what was typed for their emergency cards. */
const PEOPLE_BYTES = MEGABYTE
/** The longest lists: 25 doses a day for ten years, 10,000 appointments with long notes, 500 scans of full pages. */
const LIST_BYTES: Record<ExportedKind, number> = {
  medications: 16 * MEGABYTE,
  doses: 100 * MEGABYTE,
  supply: 8 * MEGABYTE,
  appointments: 32 * MEGABYTE,
  documents: 2 * MEGABYTE,
  prescriptions: 32 * MEGABYTE,
}

/** Exports from before scans and supplies existed have no such list. */
const LATER: ReadonlySet<ExportedKind> = new Set<ExportedKind>(['prescriptions', 'supply'])

/** An export whose owner and version are known; its records are not checked yet. */
export interface ExportArchive {
  exportedAt: Instant
  /** Whose it was. It proves nothing, since anyone can write anything there. */
  accountId: PersonId
  email: string | null
  /** Those whom the account kept, whose data the file has as well. */
  people: { id: PersonId; name: string }[]
  /** What was typed for the emergency card; null if nothing was. */
  card: FoundCard | null
  /**
   * Returns the bytes of a list, unpacked on demand; null if it is missing. Throws ApiError if it is damaged or too
   * large.
   */
  list(kind: ExportedKind): Promise<Buffer | null>
  hasPicture(name: string): boolean
  /** Throws ApiError if it is damaged or too large. */
  picture(name: string): Promise<Buffer>
}

const accountSchema = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.int(),
  exportedAt: instantSchema,
  accountId: personIdSchema,
})
const profileSchema = z.array(z.object({ email: storableText(254) })).check(z.minLength(1))

const peopleSchema = z.array(z.object({ id: personIdSchema, name: storableText(80) }))
const cardsSchema = z.array(z.object({ id: z.string(), emergency: z.optional(z.unknown()) }))

const wrong = (sentence: string) => new ApiError(400, 'invalid', sentence, { field: 'file' })
const NO_EXPORT = msg('This is not a Dosewell export. Choose the file that “Download everything” gave you.')

/**
 * Opens an export. Throws ApiError for a file that is not a zip, not an export, of another version, or that contains
 * files no export has.
 * @param from the id of somebody whom the account kept: it is their part that is opened
 */
export async function openExport(file: ZipFile, from: string | null = null): Promise<ExportArchive> {
  const zip = await openZip(file)
  const folder = from === null ? '' : `${PEOPLE_FOLDER}${from}/`
  const stranger = [...zip.names].find((name) => !isKnown(name))
  const account = accountSchema.safeParse(await jsonOf(zip, `${folder}${EXPORT_FILES.account}`))
  if (!account.success) throw wrong(t(NO_EXPORT))
  if (account.data.version !== EXPORT_VERSION) {
    throw wrong(t('This export was made by another version of Dosewell, which this one can’t read.'))
  }
  if (stranger !== undefined) throw wrong(t('The zip file holds files that are not part of an export.'))
  const profiles = await jsonOf(zip, EXPORT_FILES.profile)
  const persons = await jsonOf(zip, EXPORT_FILES.people, PEOPLE_BYTES)
  const profile = profileSchema.safeParse(profiles)
  const people = peopleSchema.safeParse(persons)
  return {
    exportedAt: account.data.exportedAt,
    accountId: account.data.accountId,
    email: profile.success ? (profile.data[0]?.email ?? null) : null,
    people:
      from === null && people.success
        ? people.data.filter(({ id }) => zip.names.has(`${PEOPLE_FOLDER}${id}/${EXPORT_FILES.account}`))
        : [],
    card:
      (from === null ? cardIn(EXPORT_FILES.profile, profiles) : null) ??
      cardIn(EXPORT_FILES.people, persons, account.data.accountId),
    async list(kind) {
      const bytes = await zip.read(`${folder}${EXPORT_FILES[kind]}`, LIST_BYTES[kind])
      return bytes ?? (LATER.has(kind) ? Buffer.from('[]') : null)
    },
    hasPicture: (name) => zip.names.has(`${folder}${name}`),
    async picture(name) {
      const bytes = await zip.read(`${folder}${name}`, DOCUMENT_BYTES)
      if (!bytes) throw wrong(t('{name} is missing in the zip file.', { name }))
      return bytes
    },
  }
}

/** Returns the card of the only entry, or of the one with this id. */
function cardIn(file: string, rows: unknown, id?: PersonId): FoundCard | null {
  const parsed = cardsSchema.safeParse(rows)
  if (!parsed.success) return null
  const index = id === undefined ? 0 : parsed.data.findIndex((row) => row.id === id)
  const value = parsed.data[index]?.emergency ?? null
  return value === null ? null : { file, entry: index + 1, value }
}

/** Returns the parsed file; undefined if it is missing or not JSON. */
async function jsonOf(zip: ZipArchive, name: string, most = SMALL_BYTES): Promise<unknown> {
  const bytes = await zip.read(name, most)
  if (!bytes) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
