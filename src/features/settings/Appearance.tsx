import { Moon } from 'lucide-react'
import { Card } from '#src/ui/Card.tsx'
import { SettingRow } from '#src/ui/SettingRow.tsx'
import { toggleTheme, useTheme } from '#src/ui/theme.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

/** How the app looks on this device. */
export function Appearance() {
  const theme = useTheme()
  return (
    <Card as="section" aria-labelledby="appearance">
      <h2 id="appearance">Appearance</h2>
      <SettingRow
        label="Dark theme"
        help="On this device"
        icon={<Moon className="icon" />}
        checked={theme === 'dark'}
        onChange={toggleTheme}
      />
      <LanguageChoice />
    </Card>
  )
}
