import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Insights } from '#domain/insights/insights.ts'
import type { Span } from '#domain/insights/spans.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { Choices } from '#src/ui/Choices.tsx'
import { whenIdle } from '#src/ui/idle.ts'
import { latePart } from '#src/ui/late-part.ts'
import { ShowAsTable } from '#src/ui/ShowAsTable.tsx'
import { countText, monthName, percentText, weekName } from './insights-text.ts'

/**
 * The chart library is the heaviest part of this page: it draws once the chart comes into view, or the page has nothing
 * else to do. It is too slow to draw in the moment before the page is printed.
 */
const chart = latePart(() => import('./TrendChart.tsx'))

type Step = 'weeks' | 'months'

/** How the share of doses taken changed from week to week, or from month to month. */
export function Trend({ insights }: { insights: Insights }) {
  const [step, setStep] = useState<Step>('weeks')
  const part = chart.use()
  const place = useRef<HTMLDivElement>(null)
  useWhenSeen(place, chart.want)
  useEffect(() => whenIdle(chart.want), [])
  const spans = insights[step]
  const steps = [
    { value: 'weeks', label: t('By week') },
    { value: 'months', label: t('By month') },
  ] as const
  const nameOf = (span: Span) => (step === 'weeks' ? weekName(span) : monthName(span.from))
  return (
    <section className="card" aria-labelledby="insights-trend">
      <h2 id="insights-trend">{t('Over time')}</h2>
      <Choices<Step> legend={t('Doses taken')} legendHidden options={steps} value={step} onChange={setStep} />
      <div className="trend" ref={place}>
        {part ? (
          <part.TrendChart
            name={trendName(spans, step)}
            bars={spans.map((span) => ({ name: nameOf(span), percent: span.percent }))}
          />
        ) : null}
      </div>
      <ShowAsTable
        caption={step === 'weeks' ? t('Doses taken by week') : t('Doses taken by month')}
        head={[
          step === 'weeks' ? t('Week of') : t('Month'),
          t('Taken'),
          t('Skipped'),
          t('Missed'),
          t(msg('Share', 'part of the doses')),
        ]}
        rows={spans
          .toReversed()
          .map((span) => [nameOf(span), countText(span), `${span.skipped}`, `${span.missed}`, percentText(span)])}
      />
    </section>
  )
}

/** Runs something once an element comes into view, or is about to. */
function useWhenSeen(place: RefObject<HTMLElement | null>, run: () => void): void {
  useEffect(() => {
    if (!place.current) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watcher.disconnect()
        run()
      },
      { rootMargin: '200px' },
    )
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [place, run])
}

/**
 * Returns the result of the chart as a sentence: `Doses taken by week: 93% in the newest, between 85% and 97% in the 13
 * shown.`
 */
function trendName(spans: readonly Span[], step: Step): string {
  const shares = spans.flatMap(({ percent }) => (percent === null ? [] : [percent]))
  const newest = shares.at(-1)
  const byWeek = step === 'weeks'
  if (newest === undefined)
    return byWeek ? t('Doses taken by week: none counted') : t('Doses taken by month: none counted')
  const values = { newest, least: Math.min(...shares), most: Math.max(...shares), count: shares.length }
  return byWeek
    ? t('Doses taken by week: {newest}% in the newest, between {least}% and {most}% in the {count} with doses', values)
    : t('Doses taken by month: {newest}% in the newest, between {least}% and {most}% in the {count} with doses', values)
}
