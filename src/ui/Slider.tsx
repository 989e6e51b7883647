import type { ComponentProps } from 'react'
import { FieldFrame, useFieldIds } from './FieldFrame.tsx'

interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> {
  label: string
  value: number
  /** The value as text, beside the label and for screen readers. */
  words: string
  onChange(value: number): void
}

/** A number within a range, where a rough value will do. */
export function Slider({ label, value, words, onChange, id: given, ...input }: SliderProps) {
  const { id } = useFieldIds(given, {})
  return (
    <FieldFrame
      id={id}
      label={
        <>
          {label}: <output htmlFor={id}>{words}</output>
        </>
      }
    >
      <input
        {...input}
        id={id}
        className="slider"
        type="range"
        value={value}
        aria-label={label}
        aria-valuetext={words}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </FieldFrame>
  )
}
