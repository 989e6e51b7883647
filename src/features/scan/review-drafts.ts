import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type ExtractedMedication, extractedMedicationSchema } from '#domain/records/prescription.ts'
import { formDrafts } from '#src/session/form-drafts.ts'
import { useSession } from '#src/session/session.ts'
import { areFactsChanged, type FactValues, type LabelSays, openingFacts } from './label-facts.ts'
import { openingValues, type ReviewValues } from './review-values.ts'

const valuesSchema: z.ZodMiniType<ReviewValues> = z.strictObject({
  name: z.string(),
  dosage: z.string(),
  frequency: z.string(),
  instructions: z.string(),
  times: z.string(),
  days: z.strictObject({
    kind: z.nullable(z.enum(['daily', 'weekdays', 'interval', 'as-needed'])),
    days: z.array(z.number()),
    everyDays: z.number(),
  }),
  isChosen: z.boolean(),
})

/** What was found, and what stands in the fields about it. */
interface Reviewed {
  medications: readonly ExtractedMedication[]
  all: ReviewValues[]
  facts: FactValues | null
}

/** Reviews that were not added yet, each under the id of its scan or, for what this device read, `HERE`. */
export const reviewDrafts = formDrafts<Reviewed>(
  'review-draft',
  z.strictObject({
    medications: z.array(extractedMedicationSchema),
    all: z.array(valuesSchema),
    facts: z.nullable(
      z.strictObject({ doctorName: z.string(), pharmacyName: z.string(), prescriptionDate: z.string() }),
    ),
  }),
)

interface Found {
  formKey: string
  medications: readonly ExtractedMedication[]
  says: LabelSays | null
}

/**
 * The fields of a review, with their draft: what was corrected survives a reload, and so does what this device read,
 * which is stored nowhere else.
 */
export function useReviewValues({ formKey, medications, says }: Found) {
  const { user } = useSession()
  const [opening] = useState<Reviewed>(() => ({
    medications,
    all: medications.map(openingValues),
    facts: says && openingFacts(says),
  }))
  const [values, setValues] = useState(() => reviewDrafts.read(sessionStorage, user.id, formKey)?.values ?? opening)
  const { all, facts } = values
  const isChanged = (says !== null && facts !== null && areFactsChanged(says, facts)) || isDifferent(all, opening.all)
  // A review that was added or given up renders once more before it closes.
  const isOver = useRef(false)
  useEffect(() => {
    if (isOver.current) return
    if (isChanged || says === null) reviewDrafts.keep(sessionStorage, user.id, formKey, { base: opening, values })
    else reviewDrafts.drop(sessionStorage, user.id, formKey)
  }, [isChanged, says, opening, values, user.id, formKey])
  return {
    all,
    facts,
    isChanged,
    setAll: (next: ReviewValues[]) => setValues((before) => ({ ...before, all: next })),
    setFacts: (next: FactValues) => setValues((before) => ({ ...before, facts: next })),
    discard() {
      isOver.current = true
      reviewDrafts.drop(sessionStorage, user.id, formKey)
    },
  }
}

const isDifferent = (all: readonly ReviewValues[], opening: readonly ReviewValues[]): boolean =>
  JSON.stringify(all) !== JSON.stringify(opening)
