import { type Message, msg } from '#domain/language/message.ts'
import { isRecordDate } from '#domain/lib/local-time.ts'
import { recordDatesText } from '#domain/lib/record-dates.ts'
import { correctBody, type SaidFacts } from '#domain/protocol/prescriptions.ts'
import { LABEL_FACTS, type LabelFact, type Prescription } from '#domain/records/prescription.ts'
import { leftToCheck } from './review-values.ts'

/** What a label says besides its medications, and where it was read. */
export type LabelSays = Pick<Prescription, 'id' | LabelFact | 'sources'>
/** As it stands in the fields; empty where the label says nothing. */
export type FactValues = Record<LabelFact, string>

export const FACT_LABELS: Record<LabelFact, Message> = {
  doctorName: msg('Doctor'),
  pharmacyName: msg('Pharmacy'),
  prescriptionDate: msg('Date'),
}

export const openingFacts = (says: LabelSays): FactValues => ({
  doctorName: says.doctorName ?? '',
  pharmacyName: says.pharmacyName ?? '',
  prescriptionDate: says.prescriptionDate ?? '',
})

/** Returns whether it was read unsurely, and not corrected. */
export const isFactGuess = (says: LabelSays, values: FactValues, fact: LabelFact): boolean =>
  says[fact] !== null && says.sources?.[fact]?.confidence === 'guess' && values[fact] === says[fact]

export const factsLeft = (says: LabelSays, values: FactValues): string =>
  leftToCheck(LABEL_FACTS.filter((fact) => isFactGuess(says, values, fact)).length)

const typed = (values: FactValues, fact: LabelFact): string | null => values[fact].trim() || null

export const areFactsChanged = (says: LabelSays, values: FactValues): boolean =>
  LABEL_FACTS.some((fact) => typed(values, fact) !== says[fact])

/** Returns why the date cannot be saved; undefined if it can, or was not changed. */
export const dateError = (says: LabelSays, values: FactValues): string | undefined => {
  const date = typed(values, 'prescriptionDate')
  return date === null || date === says.prescriptionDate || isRecordDate(date) ? undefined : recordDatesText()
}

/** Returns what the user changed, whose date has no error; null if nothing. */
export const correctedFacts = (says: LabelSays, values: FactValues): SaidFacts | null =>
  saidOf(says, values, () => false)

/** Returns what `correctedFacts` does and, of what was a guess, what was left as it is; null if there is neither. */
export const confirmedFacts = (says: LabelSays, values: FactValues): SaidFacts | null =>
  saidOf(says, values, (fact) => isFactGuess(says, values, fact))

function saidOf(says: LabelSays, values: FactValues, isConfirmed: (fact: LabelFact) => boolean): SaidFacts | null {
  const said = Object.fromEntries(
    LABEL_FACTS.flatMap((fact) => {
      const value = typed(values, fact)
      return value !== says[fact] || isConfirmed(fact) ? [[fact, value]] : []
    }),
  )
  return Object.keys(said).length > 0 ? correctBody.parse(said) : null
}
