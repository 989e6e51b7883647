import { readAgain } from '#src/session/heard.ts'
import { useSession } from '#src/session/session.ts'
import { HeardNotice } from '#src/ui/HeardNotice.tsx'
import { toast } from '#src/ui/toast-store.ts'
import type { MedicationForm } from './use-medication-form.ts'
import { useReadBack } from './use-read-back.ts'
import { valuesOfWords, voiceParsed } from './values-of-words.ts'

/** What was said, and what the fields say now, for comparison. */
export function Heard({ form, values, context }: Pick<MedicationForm, 'form' | 'values' | 'context'>) {
  const { zone } = useSession()
  const readBack = useReadBack({ values, context })
  if (values.heard === null) return null
  const { words, asks } = values.heard
  const again = async (corrected: string) => {
    const [before, after] = await Promise.all([valuesOfWords(words, zone), valuesOfWords(corrected, zone)])
    form.reset(readAgain(form.getValues(), before, after), { keepDefaultValues: true })
    toast(voiceParsed())
  }
  return <HeardNotice words={words} asks={asks} readBack={readBack} onReadAgain={(next) => void again(next)} />
}
