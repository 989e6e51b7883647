import { Moon, Sun } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { Button } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'
import { toggleTheme, useTheme } from './theme.ts'

/**
 * The button that switches between light and dark. Both icons are rendered and the style sheet shows one, so that a
 * page without React (public/visitor.js) only has to keep the name right.
 */
export function ThemeToggle({ className }: { className?: string | undefined }) {
  const theme = useTheme()
  const label = theme === 'dark' ? t('Switch to light theme') : t('Switch to dark theme')
  return (
    <Tooltip text={label}>
      <Button iconOnly data-theme-toggle aria-label={label} className={className ?? ''} onClick={toggleTheme}>
        <Sun className="icon for-dark" />
        <Moon className="icon for-light" />
      </Button>
    </Tooltip>
  )
}
