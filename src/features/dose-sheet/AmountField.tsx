import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { portionText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { numberOf } from '#domain/lib/amount.ts'
import { unitText } from '#domain/schedule/unit-text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Stepper } from '#src/ui/Stepper.tsx'
import { MOST, type Portion, stepped } from './amount.ts'
import type { DoseForm } from './use-dose-form.ts'

interface AmountFieldProps {
  dose: DoseForm
  portion: Portion
}

/** How much was taken: a button for less and one for more, or typed exactly. */
export function AmountField({ dose: { form, values, exact }, portion }: AmountFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const typed = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isTyping) typed.current?.focus()
  }, [isTyping])
  const set = (amount: string) => {
    form.clearErrors('amount')
    form.setValue('amount', amount, { shouldTouch: true, shouldDirty: true })
  }
  if (isTyping || exact === null) {
    return (
      <Field
        label={t('Amount ({unit})', { unit: unitText(portion.unit) })}
        autoComplete="off"
        ref={typed}
        maxLength={20}
        help={t('Such as 2, ½, 0.25 or 1/3')}
        error={form.formState.errors.amount?.message}
        value={values.amount}
        onChange={(event) => set(event.target.value)}
      />
    )
  }
  const value = numberOf(exact)
  return (
    <div className="row row--between">
      <Stepper
        label={t('Amount')}
        value={value}
        onChange={(next) => set(stepped(exact, next > value ? 1 : -1, portion.step))}
        min={portion.step}
        max={Math.max(MOST, portion.amount)}
        step={portion.step}
        format={() => portionText(exact, portion.unit)}
      />
      <Button variant="quiet" onClick={() => setTyping(true)}>
        <Pencil className="icon" />
        <RichText
          text={t('Type it<more>: another amount</more>')}
          tags={{ more: (part) => <span className="sr">{part}</span> }}
        />
      </Button>
    </div>
  )
}
