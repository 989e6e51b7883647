import { toInstant } from '../lib/instant.ts'
import type { MedicalDocument } from '../records/document.ts'

/** What an edit says: the fields it names; absent ones stay. */
export interface DocumentChanges {
  documentName?: string | undefined
  documentType?: MedicalDocument['documentType'] | undefined
  documentDate?: MedicalDocument['documentDate'] | undefined
}

/** The document after the edit; the very same object when it changes nothing. `now` in milliseconds since the epoch. */
export function editDocument(
  before: MedicalDocument,
  { documentName, documentType, documentDate }: DocumentChanges,
  now: number,
): MedicalDocument {
  const after = {
    ...before,
    documentName: documentName ?? before.documentName,
    documentType: documentType ?? before.documentType,
    documentDate: documentDate ?? before.documentDate,
  }
  const isSame =
    after.documentName === before.documentName &&
    after.documentType === before.documentType &&
    after.documentDate === before.documentDate
  return isSame ? before : { ...after, updatedAt: toInstant(now) }
}
