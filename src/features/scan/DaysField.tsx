import { useState } from 'react'
import type { Schedule } from '#domain/schedule/schedule.ts'
import { Button } from '#src/ui/Button.tsx'
import { Choices } from '#src/ui/Choices.tsx'
import { DayPicker } from '#src/ui/DayPicker.tsx'
import { EveryDays } from '#src/ui/EveryDays.tsx'
import { Guess } from './ReadField.tsx'
import { type DaysValues, daysSentence } from './review-days.ts'

const KINDS = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekdays', label: 'Some weekdays' },
  { value: 'interval', label: 'Every few days' },
  { value: 'as-needed', label: 'Only when needed' },
] as const

interface DaysFieldProps {
  value: DaysValues
  /** What it defines; null while incomplete. */
  schedule: Schedule | null
  isGuess: boolean
  error: string | undefined
  onChange(value: DaysValues): void
}

/**
 * The days on which it is taken: a sentence if they are known, else the question. Reminders are given on these days
 * only.
 */
export function DaysField({ value, schedule, isGuess, error, onChange }: DaysFieldProps) {
  const [isOpen, setOpen] = useState(schedule === null)
  const isPicking = value.kind === 'weekdays'
  return (
    <div className="field" data-guess={isGuess ? '' : undefined}>
      {isOpen ? (
        <>
          <Choices
            legend="How often"
            options={KINDS}
            value={value.kind ?? undefined}
            onChange={(kind) => onChange({ ...value, kind })}
            error={isPicking ? undefined : error}
          />
          {isPicking ? (
            <DayPicker
              legend="On which days of the week?"
              value={value.days}
              onChange={(days) => onChange({ ...value, days })}
              error={error}
            />
          ) : null}
          {value.kind === 'interval' ? (
            <EveryDays value={value.everyDays} onChange={(everyDays) => onChange({ ...value, everyDays })} />
          ) : null}
        </>
      ) : (
        <span className="field__label">How often {isGuess ? <Guess /> : null}</span>
      )}
      {schedule ? (
        <div className="row row--between">
          <span>{daysSentence(schedule)}</span>
          {isOpen ? null : (
            <Button variant="quiet" onClick={() => setOpen(true)}>
              Change how often
            </Button>
          )}
        </div>
      ) : null}
    </div>
  )
}
