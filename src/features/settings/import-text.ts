import { msOf } from '#domain/lib/instant.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { ImportAnswer, ImportCounts, ImportProblem, PictureCounts } from '#domain/protocol/import.ts'

/** Singular and plural. */
type Noun = readonly [string, string]

type Kind = 'medications' | 'doses' | 'supply' | 'appointments' | 'documents' | 'prescriptions'

const DOCUMENT: Noun = ['document', 'documents']
const SCAN: Noun = ['scan', 'scans']
const NOUNS: readonly (readonly [Kind, Noun])[] = [
  ['medications', ['medicine', 'medicines']],
  ['doses', ['dose entry', 'dose entries']],
  ['supply', ['supply entry', 'supply entries']],
  ['appointments', ['appointment', 'appointments']],
  ['documents', DOCUMENT],
  ['prescriptions', SCAN],
]

const counted = (count: number, [one, many]: Noun): string => `${count} ${count === 1 ? one : many}`

/** Returns when the file was made, in the plan zone, and from which account. */
export function originText({ email, exportedAt }: Pick<ImportAnswer, 'email' | 'exportedAt'>, zone: string): string {
  const made = `Made on ${formatDate(localAt(msOf(exportedAt), zone).date)}`
  return email === null ? `${made}.` : `${made} from the account of ${email}.`
}

/** Returns what the import would do, one line for each kind the file contains. */
export function previewLines(answer: ImportAnswer): string[] {
  const lines = NOUNS.filter(([kind]) => answer[kind].inFile > 0).flatMap(([kind, noun]) => lineOf(answer[kind], noun))
  return [...lines, ...leftOut(answer.documents, DOCUMENT), ...leftOut(answer.prescriptions, SCAN)]
}

const leftOut = ({ withoutPicture }: PictureCounts, noun: Noun): string[] =>
  withoutPicture === 0 ? [] : [`${counted(withoutPicture, noun)} left out: no picture in the file`]

function lineOf({ added, there }: ImportCounts, noun: Noun): string[] {
  if (added === 0)
    return there === 0 ? [] : [`${counted(there, noun)} already here, left as ${there === 1 ? 'it is' : 'they are'}`]
  const more = there > 0 ? `, ${there} already here` : ''
  return [`${counted(added, noun)} to add${more}`]
}

export const addsAnything = (answer: ImportAnswer): boolean => NOUNS.some(([kind]) => answer[kind].added > 0)

/** Returns what was added, as a sentence. */
export function addedText(answer: ImportAnswer): string {
  const parts = NOUNS.filter(([kind]) => answer[kind].added > 0).map(([kind, noun]) =>
    counted(answer[kind].added, noun),
  )
  return parts.length > 0 ? `${parts.join(', ')} added.` : 'Everything in the file was here already.'
}

/** Returns why the file is refused: where in it, and by which rule. */
export const problemText = ({ file, entry, rule }: ImportProblem): string =>
  entry === null ? `${file}: ${rule}` : `${file}, entry ${entry}: ${rule}`
