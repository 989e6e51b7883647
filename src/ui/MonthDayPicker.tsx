import { type ReactNode, useId } from 'react'
import { FieldError } from './FieldFrame.tsx'

const LAST_DAY = -1
const DAYS = [...Array.from({ length: 31 }, (_, index) => index + 1), LAST_DAY]

interface MonthDayPickerProps {
  legend: ReactNode
  /** Chosen days, 1 to 31, and -1 for the last day, in any order. */
  value: readonly number[]
  /** Called with the new choice, sorted. */
  onChange: (days: number[]) => void
  error?: string | undefined
}

/** Some days of the month: a toggle for each, and one for the last. A day that a month lacks is its last one. */
export function MonthDayPicker({ legend, value, onChange, error }: MonthDayPickerProps) {
  const id = useId()
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((other) => other !== day) : [...value, day].sort((a, b) => a - b))
  const describedBy = [error && `${id}-error`, `${id}-help`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="choices__legend">{legend}</legend>
      <div className="days days--month">
        {DAYS.map((day) => (
          <label className={day === LAST_DAY ? 'choice days__wide' : 'choice'} key={day}>
            <input type="checkbox" checked={value.includes(day)} onChange={() => toggle(day)} />
            <span>{day === LAST_DAY ? 'Last day' : day}</span>
          </label>
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      <p className="field__help" id={`${id}-help`}>
        In a month without that day, it is the last one.
      </p>
    </fieldset>
  )
}
