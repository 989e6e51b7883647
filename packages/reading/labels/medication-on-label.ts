import type { LocalTime } from '../calendar.ts'
import type { Schedule } from '../schedule.ts'
import type { Confidence } from '../words/read.ts'

/** The words of the label that a field was read from, and how far they may be trusted. */
export interface FieldSource {
  words: string
  confidence: Confidence
}

/** A medication as a label describes it: proposed for review. */
export interface MedicationOnLabel {
  name: string
  /** The strength, or one dose where no strength is printed. */
  dosage: string
  /** Empty where the label does not say; never made up. */
  frequency: string
  /** The directions in the label's own words. */
  instructions: string
  /** `as-needed` only if the label says so; null where it gives no days, or where no schedule can express them. */
  schedule: Schedule | null
  /** Clock times as the label gives them. */
  proposedTimes: LocalTime[]
  /** Absent where the label says nothing. */
  sources: { [Field in 'name' | 'dosage' | 'frequency' | 'instructions']?: FieldSource | undefined }
  /** What the user has to confirm, in the words of the label. */
  asks: string[]
}
