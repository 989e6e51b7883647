import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { EMPTY_VALUES, type MedicationValues } from './form-values.ts'

/** Returns the toast after words were read into the form (specification, section 2). */
export const voiceParsed = () => ({
  title: t('Voice input parsed'),
  description: t('Please review and confirm the medication details'),
})

/**
 * Returns the fields as read from the text. The parser and its list of names load once something was said; if that
 * fails, the text itself is not lost.
 */
export async function valuesOfWords(words: string, zone: string): Promise<MedicationValues> {
  const { date: today } = localAt(deviceClock.now(), zone)
  try {
    const { dictatedValues } = await import('./dictated-values.ts')
    return dictatedValues(words, today)
  } catch {
    return { ...EMPTY_VALUES, instructions: words.trim() }
  }
}
