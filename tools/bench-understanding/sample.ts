import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A text and its correct reading. Fields that are not listed are uncertain, and are not scored. */
export interface Sample {
  id: string
  text: string
  expected: Record<string, unknown>
  /** Its part of the file, such as `held` for samples that were never looked at while the reader was developed. */
  set: string
  /** Set for samples whose reading depends on the day. */
  now: string | undefined
}

export interface Corpus {
  name: string
  samples: Sample[]
}

const OWN = path.resolve(import.meta.dirname, '../../tests/understanding')
/** Real sentences, which are not part of this repository; measured when they exist next to it. */
const SHARED = path.resolve(import.meta.dirname, '../../../shared/corpora')

/** Returns our own sentences of a file in tests/understanding, one corpus for each set. */
export function ownCorpora(file: string): Corpus[] {
  return bySet('own', read(path.join(OWN, file)))
}

/** Returns the real sentences; none where they are missing. */
export function sharedCorpora(file: string): Corpus[] {
  const whole = [process.env.UNDERSTANDING_CORPORA ?? SHARED].map((folder) => path.join(folder, file))
  return whole.filter((one) => existsSync(one)).flatMap((one) => bySet('real', read(one)))
}

function read(file: string): Sample[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    const row: Partial<Sample> & { level?: string } = JSON.parse(line)
    if (row.text === undefined || row.expected === undefined)
      throw new TypeError(`${file}:${index + 1} has no text or no expected fields`)
    const { id = String(index + 1), text, expected, now } = row
    return { id, text, expected, now, set: row.set ?? row.level ?? '' }
  })
}

function bySet(name: string, samples: Sample[]): Corpus[] {
  return [...Map.groupBy(samples, ({ set }) => set)].map(([set, own]) => ({
    name: [name, set].filter((part) => part !== '').join(', '),
    samples: own,
  }))
}
