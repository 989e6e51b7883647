import { type ReactNode, useId } from 'react'
import { FieldError } from './FieldFrame.tsx'

/** ISO weekdays: 1 is Monday. `short` is shown, `name` is spoken. */
const WEEKDAYS = [
  { value: 1, short: 'Mon', name: 'Monday' },
  { value: 2, short: 'Tue', name: 'Tuesday' },
  { value: 3, short: 'Wed', name: 'Wednesday' },
  { value: 4, short: 'Thu', name: 'Thursday' },
  { value: 5, short: 'Fri', name: 'Friday' },
  { value: 6, short: 'Sat', name: 'Saturday' },
  { value: 7, short: 'Sun', name: 'Sunday' },
]

interface DayPickerProps {
  legend: ReactNode
  /** Chosen ISO weekdays, 1 (Monday) to 7, in any order. */
  value: readonly number[]
  /** Called with the new choice, sorted. */
  onChange: (days: number[]) => void
  error?: string | undefined
  disabled?: boolean | undefined
}

/** Some days of the week: seven toggles; a chosen day is filled. */
export function DayPicker({ legend, value, onChange, error, disabled }: DayPickerProps) {
  const id = useId()
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((other) => other !== day) : [...value, day].sort((a, b) => a - b))
  return (
    <fieldset disabled={disabled} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="choices__legend">{legend}</legend>
      <div className="days">
        {WEEKDAYS.map((day) => (
          <label className="choice" key={day.value}>
            <input
              type="checkbox"
              aria-label={day.name}
              checked={value.includes(day.value)}
              onChange={() => toggle(day.value)}
            />
            <span aria-hidden="true">{day.short}</span>
          </label>
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  )
}
