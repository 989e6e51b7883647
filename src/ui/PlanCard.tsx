import { type ReactNode, useId } from 'react'
import { Badge } from './Badge.tsx'
import { TickList } from './TickList.tsx'

interface PlanCardProps {
  name: string
  /** One line under the name. */
  claim: string
  price: string
  /** After the price, smaller. */
  per: string
  includes: readonly string[]
  /** A label on the edge of the card, which also makes that edge stronger. */
  flag?: string | undefined
  /** The heading's level on its page. */
  level: 2 | 3
  /** The one button. */
  action: ReactNode
}

/** What one plan costs and includes. */
export function PlanCard({ name, claim, price, per, includes, flag, level, action }: PlanCardProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article className={flag ? 'card plan plan--best' : 'card plan'} aria-labelledby={id}>
      {flag ? (
        <Badge state="primary" className="plan__flag">
          {flag}
        </Badge>
      ) : null}
      <div>
        <Heading id={id}>{name}</Heading>
        <p className="quiet">{claim}</p>
      </div>
      <p className="plan__price">
        {price} <small>{per}</small>
      </p>
      <TickList items={includes} />
      {action}
    </article>
  )
}
