import { hearAppointment } from '@dosewell/reading/appointment'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { localAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { keepDictated, voiceState } from '#src/session/editor/editor-target.ts'
import { useSession } from '#src/session/session.ts'
import { toast } from '#src/ui/toast-store.ts'
import { appointmentDrafts, EMPTY_VALUES, valuesOfWords, voiceParsed } from './form-values.ts'

/**
 * Handles `?voice=<dictated text>`: turns the text into the draft of a new appointment and opens the form
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
    const { date: today } = localAt(deviceClock.now(), zone)
    const draft = { base: EMPTY_VALUES, values: valuesOfWords(voice, hearAppointment(voice, today)) }
    const form = keepDictated(appointmentDrafts, { store: sessionStorage, user: user.id, draft })
    toast(voiceParsed())
    navigate(PAGES.appointments, { replace: true, state: voiceState(form) })
  }, [voice, user.id, zone, navigate])
}
