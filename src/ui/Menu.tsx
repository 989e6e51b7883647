import { DropdownMenu } from 'radix-ui'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { useTopLayer } from './top-layer.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect: () => void
  tone?: 'danger' | undefined
  disabled?: boolean | undefined
}

interface MenuProps {
  /** The button that opens it; one element that takes a ref and props (a `Button`). */
  trigger: ReactElement
  items: readonly MenuItem[]
  /** A quiet line above the items. */
  label?: string | undefined
  align?: 'start' | 'center' | 'end' | undefined
}

/**
 * A menu under a button. Not modal: the modal kind injects a style element, which the content security policy forbids.
 * What was chosen runs after the menu has closed and the focus is back on its button, so that a dialog opened by it returns there.
 */
export function Menu({ trigger, items, label, align = 'start' }: MenuProps) {
  const container = useTopLayer()
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useRef<(() => void) | null>(null)
  const settle = (event: Event) => {
    const run = chosen.current
    chosen.current = null
    if (!run) return
    event.preventDefault()
    button.current?.focus()
    run()
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          className="menu"
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onCloseAutoFocus={settle}
        >
          {label ? <DropdownMenu.Label className="menu__label">{label}</DropdownMenu.Label> : null}
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              className="menu__item"
              data-tone={item.tone}
              disabled={item.disabled ?? false}
              onSelect={() => {
                chosen.current = item.onSelect
              }}
            >
              {item.icon}
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
