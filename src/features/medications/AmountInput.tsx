import { Minus, Plus } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { amountText, parseAmount } from '#domain/lib/amount.ts'
import { nextHalf } from '#domain/lib/half-steps.ts'
import { Button } from '#src/ui/Button.tsx'
import { FieldFrame, type FieldText, useFieldIds } from '#src/ui/FieldFrame.tsx'

interface AmountInputProps extends FieldText {
  /** As typed. */
  value: string
  /** Whether the form was opened for it: then it has the focus. */
  isAsked?: boolean
  onChange(value: string): void
}

/** An amount: typed, or by halves with the buttons beside it. */
export function AmountInput({ label, help, error, value, isAsked, onChange }: AmountInputProps) {
  const { id, aria } = useFieldIds(undefined, { help, error })
  const amount = parseAmount(value)
  const move = (by: 'more' | 'less') => onChange(amountText(nextHalf(amount, by)))
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <span className="amount-input">
        <Button
          iconOnly
          aria-label={t('Half less')}
          disabled={amount === null || amount === '0'}
          onClick={() => move('less')}
        >
          <Minus className="icon" />
        </Button>
        <input
          {...aria}
          id={id}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          data-autofocus={isAsked ? '' : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button iconOnly aria-label={t('Half more')} onClick={() => move('more')}>
          <Plus className="icon" />
        </Button>
      </span>
    </FieldFrame>
  )
}
