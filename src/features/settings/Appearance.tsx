import { Moon, SquareCheckBig } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { chooseSimpleView, useSimpleView } from '#src/session/simple-view.ts'
import { Card } from '#src/ui/Card.tsx'
import { SettingRow } from '#src/ui/SettingRow.tsx'
import { toggleTheme, useTheme } from '#src/ui/theme.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

/** How the app looks on this device. */
export function Appearance() {
  const theme = useTheme()
  const isSimple = useSimpleView(({ isOn }) => isOn)
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
      <SettingRow
        label={t('Simple view')}
        help={t('One dose at a time, with large buttons and words. On this device')}
        icon={<SquareCheckBig className="icon" />}
        checked={isSimple}
        onChange={chooseSimpleView}
      />
      <LanguageChoice />
    </Card>
  )
}
