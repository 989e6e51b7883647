import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

interface CardProps extends ComponentProps<'section'> {
  /**
   * The element: a section (give it `aria-label` or `aria-labelledby`), an item of a list, an article, or a plain div.
   */
  as?: 'section' | 'div' | 'li' | 'article' | undefined
  /** Without padding: for rows that run to the edge. */
  flush?: boolean | undefined
  /** A well instead of a card. */
  sunken?: boolean | undefined
}

/** A surface with one hairline. Never put a card inside a card. */
export function Card({ as = 'div', flush, sunken, className, ...rest }: CardProps) {
  // The four elements take the same attributes; only the type of the ref differs.
  const Element = as as 'section'
  return (
    <Element {...rest} className={classNames('card', flush && 'card--flush', sunken && 'card--sunken', className)} />
  )
}
