import { useForm } from 'react-hook-form'
import type { DoseDetails } from '#domain/commands/dose-verbs.ts'
import { t } from '#domain/language/translate.ts'
import { someAmountSchema } from '#domain/lib/amount-schema.ts'
import { NOT_AN_AMOUNT } from '#src/session/amount-rule.ts'
import type { Portion } from './amount.ts'
import { type Around, detailsAt, momentOf, momentSentence, takenText, type When } from './dose-time.ts'

export interface DoseValues {
  when: When
  /** `HH:MM`, as a time field returns it. */
  time: string
  /** As typed, or as the stepper says it. */
  amount: string
  note: string
}

interface DoseFormOptions extends Around {
  initial: DoseValues
  portion: Portion
}

/** Returns the form's state and what it means at this moment: the button's label and the details to log. */
export function useDoseForm({ initial, portion, ...around }: DoseFormOptions) {
  const { plannedAt, now } = around
  const form = useForm<DoseValues>({ defaultValues: initial })
  const { when, time, amount, note } = form.watch()
  const typed = momentOf(time, around)
  const moment = when === 'other' ? typed : { ok: true as const, value: when === 'planned' ? (plannedAt ?? now) : now }

  /** Returns the details to log; null after saying at the field what is missing. */
  const details = (): DoseDetails | null => {
    if (!moment.ok) {
      form.setError('time', { message: moment.error })
      form.setFocus('time')
      return null
    }
    if (!exact.success) {
      form.setError('amount', { message: t(NOT_AN_AMOUNT) })
      return null
    }
    const known = isAmountKnown ? { amount: exact.data, unit: portion.unit } : {}
    return { ...detailsAt(when, moment.value), ...known, ...noted }
  }

  const exact = someAmountSchema.safeParse(amount)
  // A portion that no text names is a guess: it is logged only once the user has touched it.
  const isAmountKnown =
    portion.isSaid || form.formState.touchedFields.amount === true || form.formState.dirtyFields.amount === true
  const noted = { note: note.trim() === '' ? null : note.trim() }

  return {
    form,
    values: { when, time, amount, note },
    /** The amount, exactly; null while none is typed. */
    exact: exact.success ? exact.data : null,
    /** The sentence beside the time field. */
    sentence: typed.ok ? momentSentence(typed.value, around) : null,
    /** Why a complete time means no moment. */
    error: time !== '' && !typed.ok ? typed.error : form.formState.errors.time?.message,
    /** `Taken at 5:45 PM`, with the day if that is not the planned one; just `Taken` while the time means no moment. */
    label: moment.ok ? t('Taken at {time}', { time: takenText(moment.value, around) }) : t('Taken'),
    details,
    /** The details of a skipped dose: the note, and no amount. */
    note: () => noted,
  }
}

export type DoseForm = ReturnType<typeof useDoseForm>
