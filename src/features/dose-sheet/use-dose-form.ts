import { useForm } from 'react-hook-form'
import type { DoseDetails } from '#domain/commands/dose-verbs.ts'
import { amountOfNumber } from '#domain/lib/amount.ts'
import type { Portion } from './amount.ts'
import { type Around, detailsAt, momentOf, momentSentence, takenText, type When } from './dose-time.ts'

export interface DoseValues {
  when: When
  /** `HH:MM`, as a time field returns it. */
  time: string
  amount: number
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
    return { ...detailsAt(when, moment.value), ...rest() }
  }

  // A portion that no text names is a guess: it is logged only once the user has touched it.
  const isAmountKnown = portion.isSaid || form.formState.touchedFields.amount === true
  const rest = () => ({
    amount: isAmountKnown ? amountOfNumber(amount) : null,
    unit: isAmountKnown ? portion.unit : null,
    note: note.trim() === '' ? null : note.trim(),
  })

  return {
    form,
    values: { when, time, amount, note },
    /** The sentence beside the time field. */
    sentence: typed.ok ? momentSentence(typed.value, around) : null,
    /** Why a complete time means no moment. */
    error: time !== '' && !typed.ok ? typed.error : form.formState.errors.time?.message,
    /** `Taken at 5:45 PM`, with the day if that is not the planned one; just `Taken` while the time means no moment. */
    label: moment.ok ? `Taken at ${takenText(moment.value, around)}` : 'Taken',
    details,
    /** The details of a skipped dose: the note, and no amount. */
    note: () => ({ note: rest().note }),
  }
}

export type DoseForm = ReturnType<typeof useDoseForm>
