import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react'
import type { ButtonProps } from './Button.tsx'
import { latePart } from './late-part.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  onSelect: () => void
  tone?: 'danger' | undefined
  disabled?: boolean | undefined
}

export interface MenuProps {
  /** The button that opens it; one element that takes a ref and props (a `Button`). */
  trigger: ReactElement<ButtonProps>
  items: readonly MenuItem[]
  /** A quiet line above the items. */
  label?: string | undefined
  align?: 'start' | 'center' | 'end' | undefined
}

const popup = latePart(() => import('./MenuPopup.tsx'))

/** A menu under a button. What it is made of is fetched when somebody comes near the button. */
export function Menu(props: MenuProps) {
  const [isWanted, setWanted] = useState(false)
  const part = popup.use()
  if (isWanted && part) return <part.MenuPopup {...props} />
  const open = () => {
    setWanted(true)
    popup.want()
  }
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: popup.want,
    onFocus: popup.want,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => event.key === 'ArrowDown' && open(),
  })
}
