import { ChevronLeft, ChevronRight, Circle, CircleAlert, CircleCheck, CircleDashed, CircleMinus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { ONE_WEEK } from '#domain/lib/calendar-names.ts'
import { formatLongWeekday, type LocalDate } from '#domain/lib/local-time.ts'
import { addMonths } from '#domain/lib/months.ts'
import { Button } from '#src/ui/Button.tsx'
import { type DayDoses, type DayMark, dayName, dayText, markOf } from './day-summary.ts'
import { columnName, dayOfKey, monthName, weeksOf } from './month.ts'

interface MonthCalendarProps {
  chosen: LocalDate
  today: LocalDate
  dosesOn(date: LocalDate): DayDoses
  onChoose(date: LocalDate): void
}

/**
 * The month of the chosen day. Each day is a choice that states its result in words and shows it as a mark with its own
 * shape. One tab stop, as in every radio group: keys move the choice from day to day, across the edges into the next
 * month.
 */
export function MonthCalendar({ chosen, today, dosesOn, onChoose }: MonthCalendarProps) {
  const { table, followFocus } = useFollowedFocus(chosen)
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = event.altKey || event.ctrlKey || event.metaKey ? null : dayOfKey(event.key, chosen)
    if (!moved) return
    event.preventDefault()
    followFocus()
    onChoose(moved)
  }
  return (
    <>
      <div className="month__head">
        <Button iconOnly aria-label={t('Previous month')} onClick={() => onChoose(addMonths(chosen, -1))}>
          <ChevronLeft className="icon icon--way" />
        </Button>
        <h2 aria-live="polite">{monthName(chosen)}</h2>
        <Button iconOnly aria-label={t('Next month')} onClick={() => onChoose(addMonths(chosen, 1))}>
          <ChevronRight className="icon icon--way" />
        </Button>
      </div>
      <div role="radiogroup" aria-label={t('Day')}>
        <table ref={table} className="month__table" aria-label={monthName(chosen)}>
          <thead>
            <tr>
              {ONE_WEEK.map((day) => (
                <th key={day} scope="col" className="month__name" aria-label={formatLongWeekday(day)}>
                  {columnName(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(chosen).map((week) => (
              <tr key={week.find((day) => day !== null)}>
                {week.map((date, index) => (
                  <td key={ONE_WEEK[index]}>
                    {date ? (
                      <DayButton
                        date={date}
                        doses={dosesOn(date)}
                        isChosen={date === chosen}
                        isToday={date === today}
                        onChoose={() => onChoose(date)}
                        onKeyDown={onKeyDown}
                      />
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="row row--between month__foot">
        <Legend />
        <Button variant="soft" onClick={() => onChoose(today)}>
          {t('Today')}
        </Button>
      </div>
    </>
  )
}

/** Moves the focus to the newly chosen day after a key moved the choice. */
function useFollowedFocus(chosen: LocalDate) {
  const table = useRef<HTMLTableElement>(null)
  const follows = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day that was just drawn as chosen is what is looked for
  useEffect(() => {
    if (!follows.current) return
    follows.current = false
    table.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [chosen])
  const followFocus = () => {
    follows.current = true
  }
  return { table, followFocus }
}

interface DayButtonProps {
  date: LocalDate
  doses: DayDoses
  isChosen: boolean
  isToday: boolean
  onChoose(): void
  onKeyDown(event: KeyboardEvent): void
}

function DayButton({ date, doses, isChosen, isToday, onChoose, onKeyDown }: DayButtonProps) {
  return (
    <label className="month__day">
      <input
        type="radio"
        name="day"
        className="month__choice"
        checked={isChosen}
        aria-current={isToday ? 'date' : undefined}
        aria-label={t('{day}: {doses}', { day: dayName(date), doses: dayText(doses) })}
        onChange={onChoose}
        onKeyDown={onKeyDown}
      />
      {Number(date.slice(8))}
      <Mark mark={markOf(doses)} />
    </label>
  )
}

const MARKS = {
  taken: CircleCheck,
  skipped: CircleMinus,
  missed: CircleDashed,
  due: CircleAlert,
  upcoming: Circle,
}

function Mark({ mark }: { mark: DayMark }) {
  const Icon = mark && MARKS[mark]
  return (
    <span className="month__mark" data-state={mark ?? undefined}>
      {Icon ? <Icon className="icon" /> : null}
    </span>
  )
}

const LEGEND: readonly [NonNullable<DayMark>, Message][] = [
  ['taken', msg('All taken')],
  ['skipped', msg('Some skipped')],
  ['missed', msg('Some missed')],
  ['due', msg('Some open')],
  ['upcoming', msg('To come')],
]

/** A visual legend of the marks; each day also says it in words. */
function Legend() {
  return (
    <p className="row row--tight small quiet" aria-hidden="true">
      {LEGEND.map(([mark, words]) => (
        <span key={mark} className="row row--nowrap gap-1">
          <Mark mark={mark} />
          {t(words)}
        </span>
      ))}
    </p>
  )
}
