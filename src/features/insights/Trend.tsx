import { useEffect, useState } from 'react'
import type { Insights } from '#domain/insights/insights.ts'
import type { Span } from '#domain/insights/spans.ts'
import { Choices } from '#src/ui/Choices.tsx'
import { latePart } from '#src/ui/late-part.ts'
import { ShowAsTable } from '#src/ui/ShowAsTable.tsx'
import { countText, monthName, percentText, weekName } from './insights-text.ts'

/** The chart library is the heaviest part of this page: everything else is shown before it loads. */
const chart = latePart(() => import('./TrendChart.tsx'))

type Step = 'weeks' | 'months'

const STEPS = [
  { value: 'weeks', label: 'By week' },
  { value: 'months', label: 'By month' },
] as const

/** How the share of doses taken changed from week to week, or from month to month. */
export function Trend({ insights }: { insights: Insights }) {
  const [step, setStep] = useState<Step>('weeks')
  const part = chart.use()
  useEffect(chart.want, [])
  const spans = insights[step]
  const nameOf = (span: Span) => (step === 'weeks' ? weekName(span) : monthName(span.from))
  return (
    <section className="card" aria-labelledby="insights-trend">
      <h2 id="insights-trend">Over time</h2>
      <Choices<Step> legend="Doses taken" legendHidden options={STEPS} value={step} onChange={setStep} />
      <div className="trend">
        {part ? (
          <part.TrendChart
            name={trendName(spans, step)}
            bars={spans.map((span) => ({ name: nameOf(span), percent: span.percent }))}
          />
        ) : null}
      </div>
      <ShowAsTable
        caption={step === 'weeks' ? 'Doses taken by week' : 'Doses taken by month'}
        head={[step === 'weeks' ? 'Week of' : 'Month', 'Taken', 'Skipped', 'Missed', 'Share']}
        rows={spans
          .toReversed()
          .map((span) => [nameOf(span), countText(span), `${span.skipped}`, `${span.missed}`, percentText(span)])}
      />
    </section>
  )
}

/**
 * Returns the result of the chart as a sentence: `Doses taken by week: 93% in the newest, between 85% and 97% in the 13
 * shown.`
 */
function trendName(spans: readonly Span[], step: Step): string {
  const shares = spans.flatMap(({ percent }) => (percent === null ? [] : [percent]))
  const what = `Doses taken by ${step === 'weeks' ? 'week' : 'month'}`
  if (shares.length === 0) return `${what}: none counted`
  return `${what}: ${shares.at(-1)}% in the newest, between ${Math.min(...shares)}% and ${Math.max(...shares)}% in the ${shares.length} with doses`
}
