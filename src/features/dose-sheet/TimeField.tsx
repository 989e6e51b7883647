import { type ComponentProps, useId } from 'react'
import { t } from '#domain/language/translate.ts'
import { FieldError } from '#src/ui/FieldFrame.tsx'

interface TimeFieldProps {
  /** What `register` of react-hook-form returns. */
  registration: ComponentProps<'input'>
  /** What the time means; null if it means none. */
  sentence: string | null
  error: string | undefined
}

/** A time of day, with a sentence that says which moment it means. */
export function TimeField({ registration, sentence, error }: TimeFieldProps) {
  const id = useId()
  const invalid = sentence === null && error !== undefined
  return (
    <>
      <div className="ds__time">
        <label className="sr" htmlFor={id}>
          {t('Time taken')}
        </label>
        <input
          {...registration}
          className="input"
          id={id}
          type="time"
          aria-describedby={`${id}-means`}
          aria-invalid={invalid || undefined}
        />
        <span className="quiet small" id={`${id}-means`} aria-live="polite">
          {sentence ?? (invalid ? '' : t('Enter the time you took it'))}
        </span>
      </div>
      {invalid ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </>
  )
}
