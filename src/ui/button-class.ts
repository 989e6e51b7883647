import { classNames } from './class-names.ts'

export interface ButtonLook {
  /**
   * primary: do this now, one per view. plain: an edge. soft: second best. quiet: text. danger: only inside its confirm
   * dialog.
   */
  variant?: 'primary' | 'plain' | 'soft' | 'quiet' | 'danger' | 'danger-plain' | 'premium' | undefined
  /** lg: 52 px, the main action of a screen. */
  size?: 'lg' | undefined
  /** As wide as its container. */
  block?: boolean | undefined
  /** An icon alone; needs `aria-label`. */
  iconOnly?: boolean | undefined
}

/** Returns the class names of a button's look. A button without a variant is bare: icon buttons in heads and rows. */
export function buttonClass({ variant, size, block, iconOnly }: ButtonLook, extra?: string): string {
  return classNames(
    'btn',
    variant && `btn--${variant}`,
    size && `btn--${size}`,
    block && 'btn--block',
    iconOnly && 'btn--icon',
    extra,
  )
}
