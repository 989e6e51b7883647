import { type ReactNode, useId } from 'react'
import type { Message } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { classNames } from './class-names.ts'
import { FieldError } from './FieldFrame.tsx'

export interface DayToggle {
  value: number
  label: number | Message
  /** Spoken instead of the label. */
  name?: Message
  isWide?: boolean
}

export interface DayTogglesProps {
  legend: ReactNode
  /** Chosen days, in any order. */
  value: readonly number[]
  /** Called with the new choice, sorted. */
  onChange: (days: number[]) => void
  error?: string | undefined
  disabled?: boolean | undefined
}

/** Some of several days: a toggle for each; a chosen day is filled. */
export function DayToggles({
  days,
  className,
  help,
  legend,
  value,
  onChange,
  error,
  disabled,
}: DayTogglesProps & { days: readonly DayToggle[]; className?: string; help?: string }) {
  const id = useId()
  const toggle = (day: number) =>
    onChange(value.includes(day) ? value.filter((other) => other !== day) : [...value, day].sort((a, b) => a - b))
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <fieldset disabled={disabled} aria-describedby={describedBy || undefined}>
      <legend className="choices__legend">{legend}</legend>
      <div className={classNames('days', className)}>
        {days.map((day) => (
          <label className={classNames('choice', day.isWide && 'days__wide')} key={day.value}>
            <input
              type="checkbox"
              aria-label={day.name && t(day.name)}
              checked={value.includes(day.value)}
              onChange={() => toggle(day.value)}
            />
            <span aria-hidden={day.name ? true : undefined}>
              {typeof day.label === 'number' ? day.label : t(day.label)}
            </span>
          </label>
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {help ? (
        <p className="field__help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </fieldset>
  )
}
