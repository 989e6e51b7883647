import * as z from 'zod/mini'
import { EXPORT_FILES, EXPORT_FORMAT, EXPORT_VERSION } from '#domain/export/format.ts'
import { type UserId, userIdSchema } from '#domain/lib/ids.ts'
import { type Instant, instantSchema } from '#domain/lib/instant.ts'
import { storableText } from '#domain/lib/text.ts'
import { DOCUMENT_BYTES } from '#domain/protocol/documents.ts'
import { EXPORTED, PICTURE_NAME } from '../export/tables.ts'
import { ApiError } from '../platform/errors.ts'
import type { ExportedKind } from './exported-records.ts'
import { openZip, type ZipArchive, type ZipFile } from './zip-archive.ts'

/** The other files of an export, and the folders that a program which packs it anew lists too. */
const NAMES = new Set([
  'README.txt',
  'doses.csv',
  EXPORT_FILES.account,
  EXPORT_FILES.payments,
  ...EXPORTED.map(({ file }) => file),
  'documents/',
  'prescriptions/',
  'technical/',
])

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** A record of who it is, in a few lines: what is larger is parsed by nobody. */
const SMALL_BYTES = 64 * KILOBYTE
/** The longest lists: 25 doses a day for ten years, 10,000 appointments with long notes, 500 scans of whole pages. */
const LIST_BYTES: Record<ExportedKind, number> = {
  medications: 16 * MEGABYTE,
  doses: 100 * MEGABYTE,
  appointments: 32 * MEGABYTE,
  documents: 2 * MEGABYTE,
  prescriptions: 32 * MEGABYTE,
}

/** An export that says who and what it is; its records are not checked yet. */
export interface ExportArchive {
  exportedAt: Instant
  /** Whose it was. Anybody can write anything there. */
  accountId: UserId
  email: string | null
  /** The bytes of a list, unpacked when they are asked for; null when it is missing. Throws ApiError when it is damaged or too large. */
  list(kind: ExportedKind): Promise<Buffer | null>
  hasPicture(name: string): boolean
  /** Throws ApiError when it is damaged or too large. */
  picture(name: string): Promise<Buffer>
}

const accountSchema = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.int(),
  exportedAt: instantSchema,
  accountId: userIdSchema,
})
const profileSchema = z.array(z.object({ email: storableText(254) })).check(z.minLength(1))

const wrong = (sentence: string) => new ApiError(400, 'invalid', sentence, { field: 'file' })
const NO_EXPORT = 'This is not a Dosewell export. Choose the file that “Download everything” gave you.'

/** Opens an export. Throws ApiError for what is no zip, no export, one of another version, or has files that none has. */
export async function openExport(file: ZipFile): Promise<ExportArchive> {
  const zip = await openZip(file)
  const stranger = [...zip.names].find((name) => !NAMES.has(name) && !PICTURE_NAME.test(name))
  const account = accountSchema.safeParse(await jsonOf(zip, EXPORT_FILES.account))
  if (!account.success) throw wrong(NO_EXPORT)
  if (account.data.version !== EXPORT_VERSION) {
    throw wrong('This export was made by another version of Dosewell, which this one can’t read.')
  }
  if (stranger !== undefined) throw wrong('The zip file holds files that are not part of an export.')
  const profile = profileSchema.safeParse(await jsonOf(zip, EXPORT_FILES.profile))
  return {
    exportedAt: account.data.exportedAt,
    accountId: account.data.accountId,
    email: profile.success ? (profile.data[0]?.email ?? null) : null,
    async list(kind) {
      const bytes = await zip.read(EXPORT_FILES[kind], LIST_BYTES[kind])
      // Exports from before there were scans have no such list.
      return bytes ?? (kind === 'prescriptions' ? Buffer.from('[]') : null)
    },
    hasPicture: (name) => zip.names.has(name),
    async picture(name) {
      const bytes = await zip.read(name, DOCUMENT_BYTES)
      if (!bytes) throw wrong(`${name} is missing in the zip file.`)
      return bytes
    },
  }
}

/** The parsed file; undefined when it is missing or no JSON. */
async function jsonOf(zip: ZipArchive, name: string): Promise<unknown> {
  const bytes = await zip.read(name, SMALL_BYTES)
  if (!bytes) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
