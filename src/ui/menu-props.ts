import type { ReactElement, ReactNode } from 'react'
import type { ButtonProps } from './Button.tsx'

export interface MenuItem {
  /** Where labels can repeat. */
  id?: string
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
