import { useNavigate } from 'react-router-dom'
import type { DocumentCommand } from '#domain/commands/document-command.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { ATTENTION_PARAM, PAGES } from '#domain/protocol/pages.ts'
import { useFirstAttempt } from '#src/session/first-attempt.ts'

const FAILED: Record<DocumentCommand['name'], Message> = {
  'document.upload': msg('Upload failed'),
  'document.edit': msg('Update failed'),
  'document.delete': msg('Delete failed'),
}

/** Shows the toast of a document change if its first attempt fails, and after a refusal the way to resolve it. */
export function useFirstAnswer(): (kind: DocumentCommand['name'] | null, key: string | null) => void {
  const watch = useFirstAttempt()
  const navigate = useNavigate()
  const edit = { label: t('Edit'), run: () => navigate(`${PAGES.documents}?${ATTENTION_PARAM}=1`) }
  return (kind, key) => {
    if (kind === null || key === null) return
    watch([key], { title: () => t(FAILED[kind]), ...(kind === 'document.delete' ? {} : { resolve: edit }) })
  }
}
