import { Tabs as Radix } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'
import { language } from '#domain/language/translate.ts'

interface TabsProps {
  /** What the row of tabs is about. */
  label: string
  tabs: readonly { value: string; label: ReactNode; icon?: ReactNode; content: ReactNode }[]
  /** The open tab, with `onChange`; without both, the first one opens. */
  value?: string | undefined
  onChange?: ((value: string) => void) | undefined
}

/** Centres a tab that is half outside a narrow row, so that part of the next one shows. */
const bringIntoRow = ({ currentTarget }: FocusEvent<HTMLElement>) =>
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' })

/** Tabs in a row that scrolls on its own; arrow keys move between them. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const state =
    value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value, onValueChange: onChange ?? (() => {}) }
  return (
    <Radix.Root dir={language().direction} {...state}>
      <Radix.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} onFocus={bringIntoRow}>
            {tab.icon}
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="tabs__panel">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
