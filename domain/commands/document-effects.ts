import { toInstant } from '../lib/instant.ts'
import type { MedicalDocument } from '../records/document.ts'

/** The fields that an edit changes; absent ones stay. */
export interface DocumentChanges {
  documentName?: string | undefined
  documentType?: MedicalDocument['documentType'] | undefined
  documentDate?: MedicalDocument['documentDate'] | undefined
}

/**
 * Returns the document after the edit, or the very same object if nothing changes. `now` is in milliseconds since the
 * epoch.
 */
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
