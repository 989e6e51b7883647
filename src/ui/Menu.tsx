import { cloneElement, type KeyboardEvent, useState } from 'react'
import { latePart } from './late-part.ts'
import type { MenuProps } from './menu-props.ts'

const popup = latePart(() => import('./MenuPopup.tsx'))

/** A menu under a button. Its code loads when the pointer or the focus comes near the button. */
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
