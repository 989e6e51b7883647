import { formatMonth } from '#domain/lib/calendar-names.ts'
import { formatWeekday, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'
import { classNames } from '#src/ui/class-names.ts'
import { type CalendarDay, weeksWithDoses } from './dose-calendar.ts'

interface DoseCalendarProps {
  days: readonly { date: LocalDate; times: readonly LocalTime[] }[]
}

/** The weeks with the next doses, a dot for each dose. The list below it says the same in words. */
export function DoseCalendar({ days }: DoseCalendarProps) {
  const weeks = weeksWithDoses(days)
  const [first] = weeks
  if (!first) return null
  return (
    <table className="dose-calendar" aria-hidden="true">
      <thead>
        <tr>
          {first.map(({ date }) => (
            <th key={date} scope="col">
              {formatWeekday(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.date}>
            {week.map((day, index) => (
              <Day key={day.date} day={day} isNamed={index === 0 || day.date.endsWith('-01')} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The month is written above the day where a week or a month begins. */
function Day({ day: { date, doses }, isNamed }: { day: CalendarDay; isNamed: boolean }) {
  return (
    <td className={classNames('num', doses > 0 && 'dose-calendar__day')}>
      {isNamed ? <span className="dose-calendar__month">{formatMonth(date)}</span> : null}
      {Number(date.slice(8))}
      <span className="dose-calendar__dots">{'•'.repeat(Math.min(doses, 4))}</span>
    </td>
  )
}
