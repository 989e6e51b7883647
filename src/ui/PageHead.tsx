import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'

interface PageHeadProps {
  /** The page's only h1. */
  title: ReactNode
  /** A line under the title. */
  children?: ReactNode
  /** A button beside the title. */
  action?: ReactNode
  /** For moving focus here when the element that had it is gone. */
  titleRef?: Ref<HTMLHeadingElement>
}

/** The head of a page: its h1, with at most a line and a button. */
export function PageHead({ title, children, action, titleRef }: PageHeadProps) {
  return (
    <div className={classNames('page__head', action !== undefined && 'row row--between')}>
      <h1 ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
        {title}
      </h1>
      {children}
      {action}
    </div>
  )
}
