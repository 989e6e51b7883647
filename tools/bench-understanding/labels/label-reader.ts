import { readLabel } from '@dosewell/reading/label'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { heldPicture, pictureWorkshop } from '#server/pictures/picture-workshop.ts'
import { type Reading as Recognised, recogniser } from '#server/recognition/recogniser.ts'
import type { Reading } from '../score.ts'
import { FIELDS } from './judging.ts'
import type { ReadFields } from './plain-label.ts'

/** The day on which every picture is read. */
export const TODAY = '2026-11-22' as LocalDate

export interface LabelReader {
  name: string
  read(picture: Buffer): Promise<Recognised>
  fields(read: Recognised): ReadFields[]
  close(): Promise<void>
}

/** Longer than the server waits, so that a busy machine changes only the times. */
const PATIENT = { processes: 1, timeout: 600_000, waiting: 4, idle: 60_000 }

/** Reads as an upload is read: decoded and re-encoded, prepared, recognised, read. */
export function ours(): LabelReader {
  const [workshop, reader] = [pictureWorkshop(PATIENT), recogniser(PATIENT)]
  return {
    name: 'Dosewell',
    async read(picture) {
      const prepared = await workshop.prepare(heldPicture(picture))
      if (prepared.kind === 'refused') throw new Error(`the picture was refused: ${prepared.reason}`)
      const read = await reader.read(prepared.image)
      return read.kind === 'read' ? read : { text: '', confidence: 0 }
    },
    fields: fieldsOf,
    async close() {
      workshop.close()
      reader.close()
    },
  }
}

/** Returns the medicines on a label, each with the fields that are guesses. */
export const fieldsOf: LabelReader['fields'] = ({ text, ...confidence }) =>
  readLabel(text, { today: TODAY, ...confidence }).medications.map(({ sources, ...medication }) => ({
    ...medication,
    guesses: FIELDS.filter((field) => sources[field]?.confidence === 'guess'),
  }))

/** Returns who a label is from, and of which day. */
export function aroundIn({ text, ...confidence }: Recognised): Record<string, Reading> {
  const { doctor, pharmacy, date } = readLabel(text, { today: TODAY, ...confidence })
  return Object.fromEntries(
    Object.entries({ doctor, pharmacy, date }).flatMap(([field, fact]): [string, Reading][] =>
      fact ? [[field, { value: fact.value, isSure: fact.confidence === 'sure' }]] : [],
    ),
  )
}
