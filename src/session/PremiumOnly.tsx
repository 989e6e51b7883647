import { Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import { PAGES } from '#domain/protocol/pages.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Tile } from '#src/ui/Tile.tsx'

interface PremiumOnlyProps {
  /** `Voice comes with Premium`. */
  title: string
  /** What it is, and the sentence of `mayUse`. */
  children: ReactNode
}

/** Stands where a part of Premium would, for who has another plan. */
export function PremiumOnly({ title, children }: PremiumOnlyProps) {
  return (
    <EmptyState
      icon={
        <Tile>
          <Crown className="icon" />
        </Tile>
      }
      title={title}
      action={
        <ButtonLink variant="primary" to={PAGES.pricing}>
          See Premium
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  )
}
