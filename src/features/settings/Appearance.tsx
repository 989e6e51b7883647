import { Moon } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { Card } from '#src/ui/Card.tsx'
import { SettingRow } from '#src/ui/SettingRow.tsx'
import { toggleTheme, useTheme } from '#src/ui/theme.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

/** How the app looks on this device. */
export function Appearance() {
  const theme = useTheme()
  return (
    <Card as="section" aria-labelledby="appearance">
      <h2 id="appearance">{t('Appearance')}</h2>
      <SettingRow
        label={t('Dark theme')}
        help={t('On this device')}
        icon={<Moon className="icon" />}
        checked={theme === 'dark'}
        onChange={toggleTheme}
      />
      <LanguageChoice />
    </Card>
  )
}
