import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { minutesText, noticesText } from '#domain/reminders/notices-text.ts'
import { Fold } from '#src/ui/Fold.tsx'
import { Select } from '#src/ui/Select.tsx'
import { ToggleChoices } from '#src/ui/ToggleChoices.tsx'
import { noticesOfValues } from './notice-values.ts'
import type { FormPart } from './use-medication-form.ts'

const BEFORE = [5, 10, 15, 30, 45, 60, 120]
const AFTER = [20, 30, 45, 60, 120, 240]

/** Notices beside the reminder (additions, 1.3): folded, because most people want none. */
export function NoticeFields({ form, values }: FormPart) {
  const { errors, isSubmitted: shouldValidate } = form.formState
  const chosen = noticesOfValues(values)
  const toggle = (text: string) => {
    const [minutes, now] = [Number(text), values.followUps]
    const next = now.includes(minutes) ? now.filter((other) => other !== minutes) : [...now, minutes]
    form.setValue('followUps', next.sort(byLength), { shouldDirty: true, shouldValidate })
  }
  return (
    <Fold
      sunken
      title={t('Extra notices')}
      inside={chosen ? noticesText(chosen) : null}
      isWrong={errors.followUps !== undefined}
    >
      <div className="stack">
        <Select
          label={t('A quiet notice before')}
          help={t('Without a sound. The reminder takes its place.')}
          {...form.register('headsUp')}
        >
          <option value="">{t(msg('None', 'notice'))}</option>
          {withOwn(BEFORE, values.headsUp === '' ? [] : [Number(values.headsUp)]).map((minutes) => (
            <option key={minutes} value={String(minutes)}>
              {t('{duration} before', { duration: minutesText(minutes) })}
            </option>
          ))}
        </Select>
        <ToggleChoices
          legend={t('If it is not logged, remind me again after')}
          options={withOwn(AFTER, values.followUps).map((minutes) => ({
            value: String(minutes),
            label: minutesText(minutes),
          }))}
          value={values.followUps.map(String)}
          onToggle={toggle}
          error={errors.followUps?.message}
        />
      </div>
    </Fold>
  )
}

const byLength = (one: number, other: number): number => one - other

/** Minutes chosen elsewhere can be kept here. */
const withOwn = (offered: readonly number[], own: readonly number[]): number[] =>
  [...new Set([...offered, ...own])].sort(byLength)
