import { Moon, Sun } from 'lucide-react'
import { Button } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'
import { toggleTheme, useTheme } from './theme.ts'

/** The button that flips between light and dark. */
export function ThemeToggle({ className }: { className?: string | undefined }) {
  const theme = useTheme()
  const label = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Tooltip text={label}>
      <Button iconOnly aria-label={label} className={className ?? ''} onClick={toggleTheme}>
        <Icon className="icon" />
      </Button>
    </Tooltip>
  )
}
