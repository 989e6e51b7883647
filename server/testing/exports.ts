import type { LightMyRequestResponse } from 'fastify'
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'
import { EXPORT_FORMAT, EXPORT_VERSION } from '#domain/export/format.ts'
import type { Person } from './people.ts'
import { multipartOf } from './pictures.ts'
import type { Json } from './writes.ts'

/** The files of an export by name; a text is what someone editing the file sees. */
export type ExportFiles = Record<string, Uint8Array | string>

/** An export without records, from an account that does not exist here. */
export const emptyExport = (account: Json = {}): ExportFiles => ({
  'account.json': JSON.stringify({
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt: '2026-03-01T09:00:00.000Z',
    accountId: '01900000-0000-7000-8000-00000000aaaa',
    ...account,
  }),
  'medications.json': '[]',
  'doses.json': '[]',
  'appointments.json': '[]',
  'documents.json': '[]',
})

export const zipOfFiles = (files: ExportFiles): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? strToU8(file) : file]),
      ) as Zippable,
      // The same files give the same bytes, whenever they are packed.
      { mtime: '2026-03-01T09:00:00' },
    ),
  )

/** Returns what the user would download. */
export async function exportOf(person: Person): Promise<Record<string, Uint8Array>> {
  const answer = await person.inject('/api/user/export')
  if (answer.statusCode !== 200) throw new Error(`the export answered ${answer.statusCode}: ${answer.body}`)
  return unzipSync(answer.rawPayload)
}

/** Returns a list from the export. */
export const listIn = (files: ExportFiles, name: string): Json[] => {
  const file = files[`${name}.json`] ?? ''
  return JSON.parse(typeof file === 'string' ? file : strFromU8(file))
}

/** Returns the files with one list changed. */
export const withList = (files: ExportFiles, name: string, list: unknown): ExportFiles => ({
  ...files,
  [`${name}.json`]: JSON.stringify(list),
})

/** Imports a zip, or files that are packed into one; with `preview` it is only checked. */
export function importInto(
  person: Pick<Person, 'inject'>,
  file: ExportFiles | Buffer,
  { preview = false, key }: { preview?: boolean; key?: string } = {},
): Promise<LightMyRequestResponse> {
  const bytes = Buffer.isBuffer(file) ? file : zipOfFiles(file)
  const upload = multipartOf({}, { name: 'file', filename: 'dosewell.zip', type: 'application/zip', bytes })
  return person.inject({
    method: 'POST',
    url: `/api/user/import${preview ? '?preview=1' : ''}`,
    payload: upload.payload,
    headers: { ...upload.headers, ...(key ? { 'idempotency-key': key } : {}) },
  })
}

/** Returns what the user would download of one person. */
export async function exportOfPerson(person: Person, id: string): Promise<Record<string, Uint8Array>> {
  const answer = await person.inject(`/api/people/${id}/export`)
  if (answer.statusCode !== 200) throw new Error(`the export answered ${answer.statusCode}: ${answer.body}`)
  return unzipSync(answer.rawPayload)
}
