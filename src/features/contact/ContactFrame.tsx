import { Clock, Stethoscope, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { PageHead } from '#src/ui/PageHead.tsx'

const INFO = [
  {
    icon: Clock,
    title: msg('When we answer'),
    text: msg('We reply within 24-48 hours, to the email address that you give below.'),
  },
  {
    icon: UserRound,
    title: msg('What we can help with'),
    text: msg(
      'Your account and plan, a date of birth that was entered wrongly, a parent’s consent, your data, and anything in Dosewell that does not work.',
    ),
  },
  {
    icon: Stethoscope,
    title: msg('What we cannot do'),
    text: msg(
      'Give medical or dosing advice. Ask your doctor or pharmacist about your medicines, and call 000 in an emergency.',
    ),
  },
] as const

/** The text of /contact, ending with the form (specification, section 2). */
export function ContactFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page page--narrow">
      <PageHead title={t('Contact')}>
        <p className="quiet">{t('Write to us. A person reads every message.')}</p>
      </PageHead>
      <div className="stack">
        <ul className="list card">
          {INFO.map(({ icon: Icon, title, text }) => (
            <li key={t(title)} className="list__row">
              <Icon className="icon" aria-hidden="true" />
              <span className="list__main">
                <strong>{t(title)}</strong>
                <span className="list__sub">{t(text)}</span>
              </span>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  )
}
