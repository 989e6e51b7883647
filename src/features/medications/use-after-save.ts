import { useNavigate } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { ATTENTION_PARAM, PAGES } from '#domain/protocol/pages.ts'
import type { Saved } from '#src/session/editor/use-saving.ts'
import { useFirstAttempt } from '#src/session/first-attempt.ts'
import { useHomeSoon } from '#src/session/use-home-soon.ts'
import { toast } from '#src/ui/toast-store.ts'
import { saveErrorTitle } from './medication-text.ts'

/**
 * Follows up on a save: its toast, the way home and, if the server refuses later, a toast that leads to resolving it.
 */
export function useAfterSave(): (saved: Saved) => void {
  const navigate = useNavigate()
  const watch = useFirstAttempt()
  const goHomeSoon = useHomeSoon()
  return ({ did, keys }) => {
    toast({
      title: t('Success'),
      description: did === 'added' ? t('Medication added successfully') : t('Medication updated successfully'),
    })
    watch(keys, {
      title: saveErrorTitle,
      resolve: { label: t('Edit'), run: () => navigate(`${PAGES.home}?${ATTENTION_PARAM}=1`) },
    })
    goHomeSoon()
  }
}
