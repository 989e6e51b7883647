import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './FieldFrame.tsx'

interface ChoicesProps<Value extends string> {
  legend: ReactNode
  legendHidden?: boolean | undefined
  options: readonly { value: Value; label: ReactNode; disabled?: boolean | undefined }[]
  /** The chosen value, with `onChange`; or leave both out and give `registration`. */
  value?: Value | undefined
  onChange?: ((value: Value) => void) | undefined
  /** What `register` of react-hook-form returns: spread on every radio. */
  registration?: ComponentProps<'input'> | undefined
  help?: ReactNode
  error?: string | undefined
  disabled?: boolean | undefined
}

/** One of a few: radio pills in a fieldset. The chosen pill has a tick as well as its tint. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, legendHidden, options, value, onChange, registration, help, error, disabled } = props
  const id = useId()
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  const controlled = (option: Value) =>
    onChange ? { name: id, checked: value === option, onChange: () => onChange(option) } : {}
  return (
    <fieldset disabled={disabled} aria-describedby={describedBy || undefined}>
      <legend className={legendHidden ? 'sr' : 'choices__legend'}>{legend}</legend>
      <div className="choices">
        {options.map((option) => (
          <label className="choice" key={option.value}>
            <input
              type="radio"
              {...registration}
              {...controlled(option.value)}
              value={option.value}
              disabled={option.disabled}
            />
            <span>{option.label}</span>
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
