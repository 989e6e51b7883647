import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { Button } from './Button.tsx'

interface StepperProps {
  label: ReactNode
  labelHidden?: boolean | undefined
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step?: number | undefined
  /** The value as text ("1 tablet"). */
  format: (value: number) => string
  /** Names of the two buttons. */
  lessLabel?: string | undefined
  moreLabel?: string | undefined
}

/** A small number with a button for less and one for more. At a limit, that button is disabled. */
export function Stepper(props: StepperProps) {
  const { label, labelHidden, value, onChange, min, max, step = 1, format } = props
  const { lessLabel = t(msg('Less', 'amount')), moreLabel = t(msg('More', 'amount')) } = props
  const id = useId()
  const move = (by: number) => onChange(Math.min(max, Math.max(min, value + by)))
  return (
    <>
      <span className={labelHidden ? 'sr' : 'field__label'} id={id}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand inside a line of text */}
      <span className="stepper" role="group" aria-labelledby={id}>
        <Button iconOnly aria-label={lessLabel} disabled={value <= min} onClick={() => move(-step)}>
          <Minus className="icon" />
        </Button>
        <output aria-live="polite">{format(value)}</output>
        <Button iconOnly aria-label={moreLabel} disabled={value >= max} onClick={() => move(step)}>
          <Plus className="icon" />
        </Button>
      </span>
    </>
  )
}
