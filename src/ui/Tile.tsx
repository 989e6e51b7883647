import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type TileTone = 'due' | 'info' | 'taken' | 'missed' | 'premium' | 'plain'

interface TileProps {
  tone?: TileTone | undefined
  small?: boolean | undefined
  /** A large disc, for what a dialog ends with. */
  round?: boolean | undefined
  /** Without its tint: what is inactive. */
  bare?: boolean | undefined
  /** The icon. */
  children: ReactNode
}

/** An icon on a tint. Decoration: the words stand beside it. */
export function Tile({ tone, small, round, bare, children }: TileProps) {
  return (
    <span
      className={classNames('tile', small && 'tile--sm', round && 'tile--round', bare && 'tile--bare')}
      data-tone={tone}
    >
      {children}
    </span>
  )
}
