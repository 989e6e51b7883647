import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PAGES } from '#domain/protocol/pages.ts'
import { keepDictated, voiceState } from '#src/session/editor/editor-target.ts'
import { useSession } from '#src/session/session.ts'
import { toast } from '#src/ui/toast-store.ts'
import { medicationDrafts } from './draft.ts'
import { EMPTY_VALUES } from './form-values.ts'
import { valuesOfWords, voiceParsed } from './values-of-words.ts'

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
      toast(voiceParsed())
      navigate(PAGES.medications, { replace: true, state: voiceState(form) })
    })
    return () => {
      isLeft = true
    }
  }, [voice, user.id, zone, navigate])
}
