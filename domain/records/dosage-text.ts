import { amountsText } from '../schedule/amounts-text.ts'
import type { Medication } from './medication.ts'

/** Returns what was typed as the dosage, and where nothing was, what the plan says: `1 or ½ tablet` (additions, 1.2). */
export const dosageText = ({ dosage, amounts }: Pick<Medication, 'dosage' | 'amounts'>): string =>
  dosage || (amounts ? amountsText(amounts) : '')
