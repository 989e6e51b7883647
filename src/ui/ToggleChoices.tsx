import { type ReactNode, useId } from 'react'
import { FieldError } from './FieldFrame.tsx'

interface ToggleChoicesProps<Value extends string> {
  legend: ReactNode
  options: readonly { value: Value; label: ReactNode }[]
  value: readonly Value[]
  onToggle: (value: Value) => void
  error?: string | undefined
}

/** Any of a few: checkbox pills in a fieldset. A chosen pill has a tick as well as its tint. */
export function ToggleChoices<Value extends string>(props: ToggleChoicesProps<Value>) {
  const { legend, options, value, onToggle, error } = props
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="choices__legend">{legend}</legend>
      <div className="choices">
        {options.map((option) => (
          <label className="choice" key={option.value}>
            <input
              type="checkbox"
              checked={value.includes(option.value)}
              aria-invalid={error ? true : undefined}
              onChange={() => onToggle(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error ? <FieldError id={id}>{error}</FieldError> : null}
    </fieldset>
  )
}
