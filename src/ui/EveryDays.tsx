import { t } from '#domain/language/translate.ts'
import { Stepper } from './Stepper.tsx'

interface EveryDaysProps {
  /** Days from one dose to the next. */
  value: number
  onChange(days: number): void
}

/** `Every 3 days`: a schedule's interval, from every second day to once a year. */
export function EveryDays({ value, onChange }: EveryDaysProps) {
  return (
    <div className="row">
      <span aria-hidden="true">{t('Every')}</span>
      <Stepper
        label={t('Days between doses')}
        labelHidden
        lessLabel={t('Fewer days')}
        moreLabel={t('More days')}
        value={value}
        onChange={onChange}
        min={2}
        max={365}
        format={(days) => t('{count, plural, one {# day} other {# days}}', { count: days })}
      />
    </div>
  )
}
