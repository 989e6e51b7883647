import { Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { useSession } from './session.ts'

interface PremiumOnlyProps {
  /** For example `Voice comes with Premium`. */
  title: string
  /** What the feature is, and the sentence from `mayUse`. */
  children: ReactNode
}

/**
 * Shown in place of a Premium feature to a user on another plan. A helper cannot change the plan of the account that owns
 * the person.
 */
export function PremiumOnly({ title, children }: PremiumOnlyProps) {
  const { person } = useSession()
  const owner = person?.sharedBy ?? null
  return (
    <EmptyState
      icon={
        <Tile>
          <Crown className="icon" />
        </Tile>
      }
      title={title}
      action={
        owner === null ? (
          <ButtonLink variant="primary" to={PAGES.pricing}>
            {t('See Premium')}
          </ButtonLink>
        ) : undefined
      }
    >
      {owner === null
        ? children
        : t('This follows the plan of {owner}, who shares {name} with you.', { owner, name: person?.name ?? '' })}
    </EmptyState>
  )
}
