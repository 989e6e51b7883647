import { isLanguageTag, LANGUAGES } from '#domain/language/languages.ts'
import { language, t } from '#domain/language/translate.ts'
import { useCommands } from '#src/session/commands.ts'
import { rememberLanguage } from '#src/session/page-language.ts'
import { Select } from '#src/ui/Select.tsx'

/** The language of this device and of what is sent to the account. A choice loads the page anew. */
export function LanguageChoice() {
  const commands = useCommands()

  const choose = async (tag: string) => {
    if (!isLanguageTag(tag)) return
    rememberLanguage(tag)
    // Where this cannot be saved, the device speaks it all the same.
    await commands.editProfile({ language: tag })
    location.reload()
  }

  return (
    <Select
      label={t('Language')}
      help={t('Of the app, its notifications and mails. Labels and dictation are read in English.')}
      value={language().tag}
      onChange={(event) => void choose(event.target.value).catch(reportError)}
    >
      {LANGUAGES.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </Select>
  )
}
