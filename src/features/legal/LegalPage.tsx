import type { Message } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { Link } from '#src/ui/Link.tsx'
import { RichText } from '#src/ui/RichText.tsx'

export interface LegalSection {
  title: Message
  text: Message
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
          <section key={t(section.title)} className="stack">
            <h2>{t(section.title)}</h2>
            <p className="measure">{t(section.text)}</p>
          </section>
        ))}
        <section className="stack">
          <h2>{t('Questions')}</h2>
          <p className="measure">
            <RichText
              text={t('<link>Write to us</link>. We reply within 24-48 hours.')}
              tags={{ link: (part) => <Link to={PAGES.contact}>{part}</Link> }}
            />
          </p>
        </section>
      </div>
    </div>
  )
}
