import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PAGES } from '#domain/protocol/pages.ts'
import { useSession } from '#src/session/session.ts'
import { toast } from '#src/ui/toast-store.ts'
import { medicationDrafts } from './draft.ts'
import { VOICE_STATE } from './editor-target.ts'
import { EMPTY_VALUES } from './form-values.ts'

/**
 * `?voice=<dictated text>`: the text becomes the draft of a new medication, the address is plain again at once, so that it
 * stays neither in the history nor in a log, and the form opens (specification, section 2).
 */
export function useVoicePrefill(): void {
  const { user } = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const voice = params.get('voice')
  useEffect(() => {
    if (voice === null) return
    const values = { ...EMPTY_VALUES, instructions: voice.trim() }
    medicationDrafts.keep(sessionStorage, user.id, 'voice', { base: EMPTY_VALUES, values })
    toast({ title: 'Voice input parsed', description: 'Please review and confirm the medication details' })
    navigate(PAGES.medications, { replace: true, state: VOICE_STATE })
  }, [voice, user.id, navigate])
}
