import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type TileTone = 'due' | 'info' | 'taken' | 'missed' | 'premium' | 'plain'

interface TileProps {
  tone?: TileTone | undefined
  small?: boolean | undefined
  /** A large disc, for the end of a dialog. */
  round?: boolean | undefined
  /** Without its tint: for inactive things. */
  bare?: boolean | undefined
  /** The icon. */
  children: ReactNode
}

/** An icon on a tint. Decorative, since text accompanies it. */
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
