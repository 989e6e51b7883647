import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { localAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { keepDictated, voiceState } from '#src/session/editor/editor-target.ts'
import { useSession } from '#src/session/session.ts'
import { toast } from '#src/ui/toast-store.ts'
import { medicationDrafts } from './draft.ts'
import { EMPTY_VALUES, type MedicationValues } from './form-values.ts'

/**
 * Handles `?voice=<dictated text>`: turns the text into the draft of a new medication and opens the form
 * (specification, section 2). The address becomes plain immediately, so that the text stays in neither the history nor
 * a log.
 */
export function useVoicePrefill(): void {
  const { user, zone } = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const voice = params.get('voice')
  useEffect(() => {
    if (voice === null) return
    let isLeft = false
    void valuesOfWords(voice, zone).then((values) => {
      if (isLeft) return
      const draft = { base: EMPTY_VALUES, values }
      const form = keepDictated(medicationDrafts, { store: sessionStorage, user: user.id, draft })
      toast({
        title: 'Voice input parsed',
        description: 'Please review and confirm the medication details',
      })
      navigate(PAGES.medications, { replace: true, state: voiceState(form) })
    })
    return () => {
      isLeft = true
    }
  }, [voice, user.id, zone, navigate])
}

/**
 * Returns the fields as read from the text. The parser and its list of names load once something was said; if that
 * fails, the text itself is not lost.
 */
async function valuesOfWords(words: string, zone: string): Promise<MedicationValues> {
  const { date: today } = localAt(deviceClock.now(), zone)
  try {
    const [{ readMedication }, { dictatedValues }] = await Promise.all([
      import('@dosewell/reading/medication'),
      import('./dictated-values.ts'),
    ])
    return dictatedValues(words, readMedication(words, today))
  } catch {
    return { ...EMPTY_VALUES, instructions: words.trim() }
  }
}
