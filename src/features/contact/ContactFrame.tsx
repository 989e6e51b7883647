import { Clock, Stethoscope, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { RESPONSE_TIME } from '#domain/records/contact.ts'
import { PageHead } from '#src/ui/PageHead.tsx'

const INFO = [
  {
    icon: Clock,
    title: 'When we answer',
    text: `We reply within ${RESPONSE_TIME}, to the email address that you give below.`,
  },
  {
    icon: UserRound,
    title: 'What we can help with',
    text: 'Your account and plan, a date of birth that was entered wrongly, a parent’s consent, your data, and anything in Dosewell that does not work.',
  },
  {
    icon: Stethoscope,
    title: 'What we cannot do',
    text: 'Give medical or dosing advice. Ask your doctor or pharmacist about your medicines, and call 000 in an emergency.',
  },
] as const

/** The text of /contact, ending with the form (specification, section 2). */
export function ContactFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page page--narrow">
      <PageHead title="Contact">
        <p className="quiet">Write to us. A person reads every message.</p>
      </PageHead>
      <div className="stack">
        <ul className="list card">
          {INFO.map(({ icon: Icon, title, text }) => (
            <li key={title} className="list__row">
              <Icon className="icon" aria-hidden="true" />
              <span className="list__main">
                <strong>{title}</strong>
                <span className="list__sub">{text}</span>
              </span>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </div>
  )
}
