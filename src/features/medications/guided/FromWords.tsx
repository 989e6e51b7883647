import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { readAgain } from '#src/session/heard.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import type { MedicationValues } from '../form-values.ts'
import type { MedicationForm } from '../use-medication-form.ts'
import { valuesOfWords } from '../values-of-words.ts'

interface FromWordsProps extends Pick<MedicationForm, 'form'> {
  /** What the fields held when the form was opened: whatever differs from it is the user's own and stays. */
  start: MedicationValues
}

/** The most characters; /voice takes no more either. */
const LONGEST = 2000

/** Fills in the answers from a sentence that was typed or dictated with the keyboard. */
export function FromWords({ form, start }: FromWordsProps) {
  const { zone } = useSession()
  const [words, setWords] = useState<string | null>(null)
  const fill = async (said: string) => {
    const read = await valuesOfWords(said, zone)
    form.reset(readAgain(form.getValues(), start, read), { keepDefaultValues: true })
    setWords(null)
  }
  if (words === null)
    return (
      <Button variant="quiet" className="justify-self-start" onClick={() => setWords('')}>
        {t('Type or dictate the label instead')}
      </Button>
    )
  return (
    <div className="stack gap-2">
      <TextArea
        label={t('What the label says')}
        help={t(
          'For example: Metformin 500 mg, one tablet twice a day with food. The answers are filled in from it; check them.',
        )}
        rows={3}
        maxLength={LONGEST}
        value={words}
        // It takes the place of the button that was pressed.
        autoFocus
        onChange={(event) => setWords(event.target.value)}
      />
      <div className="row">
        <Button variant="soft" disabled={words.trim() === ''} onClick={() => void fill(words)}>
          {t('Fill in')}
        </Button>
        <Button variant="plain" onClick={() => setWords(null)}>
          {t('Leave it')}
        </Button>
      </div>
    </div>
  )
}
