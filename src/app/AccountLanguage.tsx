import { useEffect } from 'react'
import { language } from '#domain/language/translate.ts'
import { useCommands } from '#src/session/commands.ts'
import { chosenLanguage, rememberLanguage } from '#src/session/page-language.ts'
import { useSession } from '#src/session/session.ts'
import { isPersonAtWork } from './update-safety.ts'

/**
 * Keeps device and account in one language: a choice made elsewhere holds here from the next load on, at once where
 * that disturbs nobody. An account without a language is given that of the page, so that mails and notifications speak
 * it too; none means English.
 */
export function AccountLanguage() {
  const { user } = useSession()
  const commands = useCommands()
  const spoken = language().tag
  const wanted = user.language
  useEffect(() => {
    if (wanted === undefined) {
      if (spoken !== 'en') commands.editProfile({ language: spoken }).catch(reportError)
      return
    }
    if (wanted === null || wanted === spoken) return
    rememberLanguage(wanted)
    // Where storage is refused, a page loaded anew would speak as this one does.
    if (chosenLanguage() === wanted && !isPersonAtWork()) location.reload()
  }, [wanted, spoken, commands])
  return null
}
