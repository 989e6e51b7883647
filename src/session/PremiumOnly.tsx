import { Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import { PAGES } from '#domain/protocol/pages.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Tile } from '#src/ui/Tile.tsx'

interface PremiumOnlyProps {
  /** For example `Voice comes with Premium`. */
  title: string
  /** What the feature is, and the sentence from `mayUse`. */
  children: ReactNode
}

/** Shown in place of a Premium feature to a user on another plan. */
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
