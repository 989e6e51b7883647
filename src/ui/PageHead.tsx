import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface PageHeadProps {
  /** The page's one h1. */
  title: ReactNode
  /** A line under the title. */
  children?: ReactNode
  /** A button beside the title. */
  action?: ReactNode
}

/** The head of a page: its h1, at most a line and a button. */
export function PageHead({ title, children, action }: PageHeadProps) {
  return (
    <div className={classNames('page__head', action !== undefined && 'row row--between')}>
      <h1>{title}</h1>
      {children}
      {action}
    </div>
  )
}
