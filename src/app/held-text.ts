import { t } from '#domain/language/translate.ts'
import { listed } from '#domain/lib/text.ts'
import type { HeldData } from '#src/data/transfer.ts'

/** Returns what can be brought back, `2 medications, 1 document and 3 logged doses`; null if nothing can. */
export function heldText({ medications, appointments, doses, documents, scans, changes }: HeldData): string | null {
  const parts = [
    medications > 0 && t('{count, plural, one {1 medication} other {{count} medications}}', { count: medications }),
    appointments > 0 && t('{count, plural, one {1 appointment} other {{count} appointments}}', { count: appointments }),
    doses > 0 && t('{count, plural, one {1 logged dose} other {{count} logged doses}}', { count: doses }),
    documents > 0 && t('{count, plural, one {1 document} other {{count} documents}}', { count: documents }),
    scans > 0 && t('{count, plural, one {1 scan} other {{count} scans}}', { count: scans }),
  ].filter((part) => part !== false)
  if (parts.length > 0) return listed(parts)
  return changes > 0
    ? t('{count, plural, one {1 unsent change} other {{count} unsent changes}}', { count: changes })
    : null
}

/** Returns which documents cannot be brought back from here; null if all can. */
export function lostText({ lostDocuments: names }: HeldData): string | null {
  if (names.length === 0) return null
  const documents = listed(names.map((name) => `“${name}”`))
  return names.length === 1
    ? t('It does not have the whole picture of {documents}. A device that saved it can bring it back.', { documents })
    : t('It does not have the whole pictures of {documents}. A device that saved them can bring them back.', {
        documents,
      })
}
