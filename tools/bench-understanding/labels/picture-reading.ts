import { readAppointment } from '@dosewell/reading/appointment'
import type { Reading as Recognised } from '#server/recognition/recogniser.ts'
import type { Sample } from '../sample.ts'
import { type Reading, type Score, score } from '../score.ts'
import { CARD_FIELDS, type Card } from './card-layouts.ts'
import { aligned, bare, common, isRight, wordsOf } from './judging.ts'
import type { LabelTruth } from './label-layouts.ts'
import { aroundIn, type LabelReader, TODAY } from './label-reader.ts'
import type { Taken } from './taken-pictures.ts'

/** A statement of a picture: its fields, how they are printed, and what was read. */
interface Statement {
  expected: Record<string, string>
  /** The words a field is read from, where they are not its value. */
  printed: Record<string, string>
  readings: Record<string, Reading>
}

/** What was made of one picture. */
export interface PictureResult {
  taken: Taken
  /** In milliseconds, from the bytes of the upload to the text. */
  took: number
  /** Words that are printed on it, and how many of them were read. */
  words: { there: number; read: number }
  score: Score
  /** Fields that are not right: those all of whose words were read, and those some of whose words were not. */
  lost: { byReader: string[]; byRecogniser: string[] }
}

/** Reads one picture as an upload is read, and judges it. */
export async function readTaken(taken: Taken, reader: Pick<LabelReader, 'read' | 'fields'>): Promise<PictureResult> {
  const picture = await taken.picture()
  const begin = performance.now()
  const recognised = await reader.read(picture)
  const took = performance.now() - begin
  const { text } = recognised
  const { says } = taken
  const statements =
    'label' in says ? ofLabel(says.label, recognised, reader.fields(recognised)) : ofCard(says.card, text)
  const samples = statements.map(
    ({ expected }, number): Sample => ({
      ...{ id: `${taken.id}-${number}`, text: text.replaceAll('\n', ' | '), expected, set: taken.kind },
      now: undefined,
    }),
  )
  const readings = new Map(samples.map(({ id }, number) => [id, statements[number]?.readings ?? {}]))
  const there = taken.lines.flatMap((line) => wordsOf(line.text))
  return {
    ...{ taken, took, lost: lostOf(statements, text) },
    words: { there: there.length, read: common(there, wordsOf(text)) },
    score: score(
      { name: taken.kind, samples },
      { name: 'Dosewell', read: ({ id }) => readings.get(id) ?? {} },
      isRight,
    ),
  }
}

function ofLabel(truth: LabelTruth, recognised: Recognised, found: ReturnType<LabelReader['fields']>): Statement[] {
  const medications = aligned(truth, found).map(({ expected, readings }) => ({
    ...{ expected, readings },
    printed: { frequency: expected.instructions ?? '' },
  }))
  const { doctor, pharmacy, date, printedDate } = truth
  const around = {
    expected: { doctor: doctor ?? '', pharmacy: pharmacy ?? '', date: date ?? '' },
    printed: { date: printedDate },
    readings: aroundIn(recognised),
  }
  return [...medications, around]
}

function ofCard(card: Card, text: string): Statement[] {
  const read = readAppointment(text, TODAY)
  const readings = CARD_FIELDS.flatMap((field): [string, Reading][] => {
    const fact = read[field]
    return fact ? [[field, { value: fact.value, isSure: fact.confidence === 'sure' }]] : []
  })
  return [{ expected: { ...card.truth }, printed: card.printed, readings: Object.fromEntries(readings) }]
}

function lostOf(statements: readonly Statement[], text: string): PictureResult['lost'] {
  const lost: PictureResult['lost'] = { byReader: [], byRecogniser: [] }
  const words = wordsOf(text)
  const isThere = (printed: string): boolean =>
    bare(text).includes(bare(printed)) || common(wordsOf(printed), words) === wordsOf(printed).length
  for (const { expected, printed, readings } of statements) {
    for (const [field, wanted] of Object.entries(expected)) {
      const value = readings[field]?.value ?? ''
      if (wanted === '' || (value !== '' && isRight(field, wanted, value))) continue
      const isRead = (printed[field] ?? wanted).split(' / ').some(isThere)
      lost[isRead ? 'byReader' : 'byRecogniser'].push(field)
    }
  }
  return lost
}
