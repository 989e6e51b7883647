import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { ImportAnswer, ImportCounts, ImportProblem, PictureCounts } from '#domain/protocol/import.ts'

type Kind = 'medications' | 'doses' | 'supply' | 'appointments' | 'documents' | 'prescriptions' | 'emergency'

/** Returns `3 dose entries`: a case for each kind, because a noun of its own cannot be put into other sentences. */
const COUNTED: Record<Kind, (count: number) => string> = {
  medications: (count) => t('{count, plural, one {1 medicine} other {{count} medicines}}', { count }),
  doses: (count) => t('{count, plural, one {1 dose entry} other {{count} dose entries}}', { count }),
  supply: (count) => t('{count, plural, one {1 supply entry} other {{count} supply entries}}', { count }),
  appointments: (count) => t('{count, plural, one {1 appointment} other {{count} appointments}}', { count }),
  documents: (count) => t('{count, plural, one {1 document} other {{count} documents}}', { count }),
  prescriptions: (count) => t('{count, plural, one {1 scan} other {{count} scans}}', { count }),
  emergency: (count) => t('{count, plural, one {1 emergency card} other {{count} emergency cards}}', { count }),
}
const KINDS = Object.keys(COUNTED) as Kind[]

/** Returns when the file was made, in the plan zone, and from which account. */
export function originText({ email, exportedAt }: Pick<ImportAnswer, 'email' | 'exportedAt'>, zone: string): string {
  const date = formatDate(localAt(msOf(exportedAt), zone).date)
  return email === null
    ? t('Made on {date}.', { date })
    : t('Made on {date} from the account of {email}.', { date, email })
}

/** Returns what the import would do, one line for each kind the file contains. */
export function previewLines(answer: ImportAnswer): string[] {
  const lines = KINDS.filter((kind) => answer[kind].inFile > 0).flatMap((kind) => lineOf(answer[kind], kind))
  return [...lines, ...leftOut(answer.documents, 'documents'), ...leftOut(answer.prescriptions, 'prescriptions')]
}

const leftOut = ({ withoutPicture }: PictureCounts, kind: Kind): string[] =>
  withoutPicture === 0
    ? []
    : [t('{entries} left out: no picture in the file', { entries: COUNTED[kind](withoutPicture) })]

function lineOf({ added, there }: ImportCounts, kind: Kind): string[] {
  if (added > 0) {
    const entries = COUNTED[kind](added)
    return [
      there > 0 ? t('{entries} to add, {there} already here', { entries, there }) : t('{entries} to add', { entries }),
    ]
  }
  if (there === 0) return []
  const entries = COUNTED[kind](there)
  return [
    there === 1
      ? t('{entries} already here, left as it is', { entries })
      : t('{entries} already here, left as they are', { entries }),
  ]
}

export const addsAnything = (answer: ImportAnswer): boolean => KINDS.some((kind) => answer[kind].added > 0)

/** Returns what was added, as a sentence. */
export function addedText(answer: ImportAnswer): string {
  const parts = KINDS.filter((kind) => answer[kind].added > 0).map((kind) => COUNTED[kind](answer[kind].added))
  return parts.length > 0
    ? t('{entries} added.', { entries: inRow(parts) })
    : t('Everything in the file was here already.')
}

/** Returns why the file is refused: where in it, and by which rule. */
export const problemText = ({ file, entry, rule }: ImportProblem): string =>
  entry === null ? `${file}: ${rule}` : t('{file}, entry {number}: {rule}', { file, number: entry, rule })
