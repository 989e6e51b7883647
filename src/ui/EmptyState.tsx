import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Scene, type SceneName } from './scenes.tsx'

interface EmptyStateProps {
  /** A drawing; or an `icon` for errors (give it the class `icon empty__icon`). */
  scene?: SceneName | undefined
  icon?: ReactNode
  /** The smaller drawing, for summary cards. */
  small?: boolean | undefined
  title?: ReactNode
  /** The heading's level on its page. */
  level?: 2 | 3 | undefined
  children?: ReactNode
  /** One suggested action. */
  action?: ReactNode
  /** Already inside a card, so without its own. */
  bare?: boolean | undefined
}

/** Shown where there is nothing yet, or where loading failed: a drawing, a sentence, one button. */
export function EmptyState(props: EmptyStateProps) {
  const { scene, icon, small, title, level = 2, children, action, bare } = props
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={classNames('empty', !bare && 'card')}>
      {scene ? <Scene name={scene} small={small} /> : icon}
      {title ? <Heading>{title}</Heading> : null}
      {children ? <p className="quiet">{children}</p> : null}
      {action}
    </div>
  )
}
