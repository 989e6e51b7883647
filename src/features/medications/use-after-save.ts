import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { ATTENTION_PARAM, PAGES } from '#domain/protocol/pages.ts'
import { useFirstAttempt } from '#src/session/first-attempt.ts'
import { toast } from '#src/ui/toast-store.ts'
import type { Saved } from './Editor.tsx'
import { saveErrorTitle } from './medication-words.ts'

/** Redirect after saving a medication (specification, section 9). */
const HOME_AFTER_MS = 500

/** What follows a save: its toast, the way home, and later, where the server refuses, a toast that leads to the way out. */
export function useAfterSave(): (saved: Saved) => void {
  const navigate = useNavigate()
  const watch = useFirstAttempt()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return ({ did, keys }) => {
    toast({ title: 'Success', description: `Medication ${did} successfully` })
    watch(keys, {
      title: saveErrorTitle,
      mend: { label: 'Edit', run: () => navigate(`${PAGES.home}?${ATTENTION_PARAM}=1`) },
    })
    timer.current = setTimeout(() => navigate(PAGES.home), HOME_AFTER_MS)
  }
}
