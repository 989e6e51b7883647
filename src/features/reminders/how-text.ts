import { amountText, labelText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { settles } from '#domain/doses/slot-outcome.ts'
import { inSentences } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { inRow } from '#domain/lib/text.ts'

/**
 * Returns the line under a name: the label's own text, and what was logged with a settled dose, with its note in
 * quotes.
 * @param mayLog whether who reads it may log doses of the person
 */
export function howText(
  view: Pick<SlotView, 'dosage' | 'instructions' | 'state' | 'outcome'>,
  mayLog: boolean,
): string {
  const { state, outcome } = view
  const settled = settles(outcome) ? outcome.event : null
  const dosage = inRow([view.dosage, settled && amountText(settled)])
  const label = labelText({ ...view, dosage })
  if (settled?.note) return inSentences([label, t('“{note}”', { note: settled.note })])
  if (state !== 'missed' || !mayLog) return label
  return inSentences([label, t('Not logged; if you took it, say so.')])
}
