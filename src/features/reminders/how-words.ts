import type { SlotView } from '#domain/doses/dose-views.ts'
import { amountWords, labelWords } from '#domain/doses/dose-words.ts'

/** The line under a name: the label's own words; what was logged with a settled dose, with its note in quotes. */
export function howWords(view: Pick<SlotView, 'dosage' | 'instructions' | 'state' | 'outcome'>): string {
  const { state, outcome } = view
  const settled = outcome.kind === 'taken' || outcome.kind === 'skipped' ? outcome.event : null
  if (settled?.note) {
    const amount = amountWords(settled)
    return [[view.dosage, amount].filter(Boolean).join(', '), `“${settled.note}”`].filter(Boolean).join('. ')
  }
  const label = labelWords(view)
  if (state !== 'missed') return label
  return [label.replace(/[.\s]+$/, ''), 'Not logged; if you took it, say so.'].filter(Boolean).join('. ')
}
