import { CircleAlert } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import { Notice } from '#src/ui/Notice.tsx'

/** Shown above the form that resolves a refused write: what the server said. */
export const refusalNotice = (entry: StoredEntry | undefined) => (
  <Notice tone="missed" icon={<CircleAlert className="icon" />} title={t('This was not accepted')}>
    {entry?.refusal?.error}
  </Notice>
)

/** Returns the field that the refusal is about, with its sentence, or null if it is about none. */
export const blamedIn = (entry: StoredEntry | undefined): { field: string; message: string } | null =>
  entry?.refusal?.field ? { field: entry.refusal.field, message: entry.refusal.error } : null
