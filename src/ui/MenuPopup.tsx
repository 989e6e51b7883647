import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { language } from '#domain/language/translate.ts'
import type { MenuProps } from './menu-props.ts'
import { useTopLayer } from './top-layer.ts'

/**
 * The button and its menu, open from the start, since it is rendered once the button was pressed. Not modal: the modal
 * kind injects a style element, which the content security policy forbids. The chosen action runs after the menu has
 * closed and the focus is back on its button, so that a dialog it opens returns there.
 */
export function MenuPopup({ trigger, items, label, align = 'start' }: MenuProps) {
  // Outside a dialog it belongs in the page's main part, where a screen reader looks for content.
  const container = useTopLayer() ?? document.querySelector<HTMLElement>('main')
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
    <DropdownMenu.Root modal={false} defaultOpen dir={language().direction}>
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
              key={item.id ?? item.label}
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
