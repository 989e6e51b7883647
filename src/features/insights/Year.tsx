import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { Insights } from '#domain/insights/insights.ts'
import type { DayRecord } from '#domain/insights/spans.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatMonth, ONE_WEEK } from '#domain/lib/calendar-names.ts'
import { formatDate, formatWeekday } from '#domain/lib/local-time.ts'
import { Button } from '#src/ui/Button.tsx'
import { ShowAsTable } from '#src/ui/ShowAsTable.tsx'
import { useIsWide } from '#src/ui/use-is-wide.ts'
import { countText, fullDaysSentence, levelOf, mapName, yearName, yearSentence } from './insights-text.ts'
import { monthNames } from './year-months.ts'

/** How many weeks a phone shows at a time (docs/look.md, Heat map). */
const PHONE_WEEKS = 20

/** A square for each day of the year, a column for each week. */
export function Year({ insights }: { insights: Insights }) {
  const { days } = insights
  const isWide = useIsWide()
  const [page, setPage] = useState(0)
  const weeks = inWeeks(days)
  const last = Math.max(weeks.length - page * PHONE_WEEKS, Math.min(PHONE_WEEKS, weeks.length))
  const shown = isWide ? weeks : weeks.slice(Math.max(0, last - PHONE_WEEKS), last)
  return (
    <section className="card" aria-labelledby="insights-year">
      <div className="card__head">
        <h2 id="insights-year">{t('Your year')}</h2>
        <span className="small quiet">{yearName(days)}</span>
      </div>
      <p>{[yearSentence(days), fullDaysSentence(insights.fullDays)].filter(Boolean).join(' ')}</p>
      <div className="year">
        <div className="year__days" aria-hidden="true">
          {ONE_WEEK.filter((_, index) => index % 2 === 0).map((day) => (
            <span key={day}>{formatWeekday(day)}</span>
          ))}
        </div>
        <div className="year__map">
          <Months weeks={shown} />
          <div className="heat" role="img" aria-label={mapName(shown.flat())}>
            {shown.flat().map((day) => (
              <i key={day.date} data-v={levelOf(day)} />
            ))}
          </div>
        </div>
      </div>
      <div className="year__foot">
        {isWide ? null : (
          <Parts
            shown={yearName(shown.flat())}
            onEarlier={last > PHONE_WEEKS ? () => setPage(page + 1) : null}
            onLater={page > 0 ? () => setPage(page - 1) : null}
          />
        )}
        <p className="year__legend heat-key small quiet">
          <span>{t('No doses logged')}</span>
          {(['0', '1', '2', '3', '4'] as const).map((level) => (
            <i key={level} data-v={level} aria-hidden="true" />
          ))}
          <span>{t('All taken')}</span>
        </p>
      </div>
      <ShowAsTable
        caption={t('Doses taken on each day, by week')}
        head={[t('Week of'), ...ONE_WEEK.map(formatWeekday)]}
        rows={weeks
          .toReversed()
          .map((week) => [week[0] ? formatDate(week[0].date) : '', ...paddedWeek(week.map(countText))])}
      />
    </section>
  )
}

interface PartsProps {
  /** The months that the map shows. */
  shown: string
  /** Null at the ends. */
  onEarlier: (() => void) | null
  onLater: (() => void) | null
}

/**
 * Moves through the parts of the year. Both buttons stay focusable at the ends too: a press must not make its own
 * button lose focus.
 */
function Parts({ shown, onEarlier, onLater }: PartsProps) {
  return (
    <>
      <p className="year__shown small quiet" role="status">
        {shown}
      </p>
      <div className="row row--tight">
        <Button variant="quiet" aria-disabled={onEarlier === null} onClick={() => onEarlier?.()}>
          <ArrowLeft className="icon icon--way" />
          {t('Earlier months')}
        </Button>
        <Button variant="quiet" aria-disabled={onLater === null} onClick={() => onLater?.()}>
          {t(msg('Later', 'months'))}
          <ArrowRight className="icon icon--way" />
        </Button>
      </div>
    </>
  )
}

/** Pads to seven cells: the current week ends today. */
const paddedWeek = (cells: string[]): string[] => [...cells, ...Array<string>(7 - cells.length).fill('')]

/** The days begin on a Monday. */
const inWeeks = (days: readonly DayRecord[]): DayRecord[][] =>
  Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(7 * week, 7 * week + 7))

/** The names of the months above the map; at most every second one if there are many. */
function Months({ weeks }: { weeks: readonly DayRecord[][] }) {
  const firsts = weeks.flatMap((week, index) => {
    const first = week.find(({ date }) => date.endsWith('-01'))
    return first ? [{ week: index + 1, name: formatMonth(first.date), date: first.date }] : []
  })
  const step = weeks.length > PHONE_WEEKS ? 2 : 1
  return (
    <div
      className="year__months"
      aria-hidden="true"
      style={{ gridTemplateColumns: `repeat(${weeks.length}, minmax(0, 1fr))` }}
    >
      {monthNames(
        firsts.filter((_, index) => index % step === 0),
        weeks.length,
      ).map(({ week, name, date, isLast }) => (
        <span key={date} style={{ gridColumnStart: week }} data-last={isLast ? '' : undefined}>
          {name}
        </span>
      ))}
    </div>
  )
}
