import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface SectionProps {
  title: ReactNode
  /** Quiet text or a link at the end of the heading's line. */
  aside?: ReactNode
  children: ReactNode
  /** Anchor of the heading, for links to it. */
  id?: string | undefined
  className?: string | undefined
}

/** A part of a page under an h2 that names it. */
export function Section({ title, aside, children, id, className }: SectionProps) {
  const made = useId()
  const heading = id ?? made
  return (
    <section className={classNames('section', className)} aria-labelledby={heading}>
      <div className="section__head">
        <h2 id={heading}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
