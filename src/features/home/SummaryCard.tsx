import { type ReactNode, useId } from 'react'
import { t } from '#domain/language/translate.ts'
import { useMay } from '#src/session/may.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Card } from '#src/ui/Card.tsx'

interface SummaryCardProps {
  title: string
  /** Address of the whole list. */
  editAt: string
  children: ReactNode
}

/**
 * A summary of at most five items, with a link to all of them (specification, section 2): to edit them, or to look at
 * them where the role allows no more.
 */
export function SummaryCard({ title, editAt, children }: SummaryCardProps) {
  const id = useId()
  const mayChange = useMay('change')
  const label = mayChange ? t('Edit: {title}', { title }) : t('See all: {title}', { title })
  return (
    <Card as="section" aria-labelledby={id}>
      <div className="card__head">
        <h3 id={id}>{title}</h3>
        <ButtonLink variant="quiet" className="home__edit" to={editAt} aria-label={label}>
          {mayChange ? t('Edit') : t('See all')}
        </ButtonLink>
      </div>
      {children}
    </Card>
  )
}
