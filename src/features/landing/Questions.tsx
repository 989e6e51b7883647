import { ChevronDown } from 'lucide-react'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'

/** The six questions of the specification, section 2. */
const QUESTIONS: readonly { question: Message; answer: Message }[] = [
  {
    question: msg('How does Dosewell help me with my medications?'),
    answer: msg(
      'You tell it what you take and when. It reminds you on time, shows your label’s own words beside each dose, and keeps a record you can take to your doctor. It does not give dosing advice; your doctor and pharmacist do that.',
    ),
  },
  {
    question: msg('Is my health information secure?'),
    answer: msg(
      'It lives on your device and travels to your account over an encrypted connection. Nobody sells it, there are no advertisements, and there is no password that could leak: you sign in with a code sent to your email. Signing out removes everything from the device.',
    ),
  },
  {
    question: msg('What is the difference between Free and Premium?'),
    answer: msg(
      'Free has everything you need to stay on time: unlimited medications, basic reminders, manual entry and adherence tracking. Premium adds voice, prescription scanning, insights and priority support for $9.99 a month.',
    ),
  },
  {
    question: msg('How do reminders work?'),
    answer: msg(
      'Dosewell reminds you when a dose is due, and again after 5 and 10 minutes if nobody answers. You say taken, skip or snooze, with or without a connection. A website can’t alert you while it is closed and offline at the same time; Dosewell catches up as soon as you open it.',
    ),
  },
  {
    question: msg('Can I use it for family members?'),
    answer: msg('Everyone has their own account, from age 13. Under 18, a parent or guardian gives consent first.'),
  },
  {
    question: msg('Do I need to download an app?'),
    answer: msg(
      'No. Dosewell runs in your browser and can be installed from there onto your home screen, without a store. It then opens like any other app, even without a connection.',
    ),
  },
]

export function Questions() {
  return (
    <section className="page page--narrow land__sec" aria-labelledby="questions">
      <h2 id="questions" className="land__h">
        {t('Questions people ask')}
      </h2>
      <div className="faq">
        {QUESTIONS.map(({ question, answer }) => (
          <details key={t(question)} name="faq">
            <summary>
              {t(question)}
              <ChevronDown className="icon" aria-hidden="true" />
            </summary>
            <p>{t(answer)}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
