import type { ReactNode } from 'react'
import { PAGES } from '#domain/protocol/pages.ts'
import { RESPONSE_TIME } from '#domain/records/contact.ts'
import { Link } from '#src/ui/Link.tsx'

export interface LegalSection {
  title: string
  text: ReactNode
}

/** A page of legal text: headings in order, lines of readable length. */
export function LegalPage({ title, sections }: { title: string; sections: readonly LegalSection[] }) {
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{title}</h1>
      </div>
      <div className="stack">
        {sections.map((section) => (
          <section key={section.title} className="stack">
            <h2>{section.title}</h2>
            <p className="measure">{section.text}</p>
          </section>
        ))}
        <section className="stack">
          <h2>Questions</h2>
          <p className="measure">
            <Link to={PAGES.contact}>Write to us</Link>. We reply within {RESPONSE_TIME}.
          </p>
        </section>
      </div>
    </div>
  )
}
