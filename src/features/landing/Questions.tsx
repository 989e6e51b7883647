import { ChevronDown } from 'lucide-react'

/** The six questions of the specification, section 2. */
const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'How does Dosewell help me with my medications?',
    answer:
      'You tell it what you take and when. It reminds you on time, shows your label’s own words beside each dose, and keeps a record you can take to your doctor. It does not give dosing advice; your doctor and pharmacist do that.',
  },
  {
    question: 'Is my health information secure?',
    answer:
      'It lives on your device and travels to your account over an encrypted connection. Nobody sells it, there are no advertisements, and there is no password that could leak: you sign in with a code sent to your email. Signing out removes everything from the device.',
  },
  {
    question: 'What is the difference between Free and Premium?',
    answer:
      'Free has everything you need to stay on time: unlimited medications, basic reminders, manual entry and adherence tracking. Premium adds voice, prescription scanning, insights and priority support for $9.99 a month.',
  },
  {
    question: 'How do reminders work?',
    answer:
      'Dosewell reminds you when a dose is due, and again after 5 and 10 minutes if nobody answers. You say taken, skip or snooze, with or without a connection. A website can’t alert you while it is closed and offline at the same time; Dosewell catches up as soon as you open it.',
  },
  {
    question: 'Can I use it for family members?',
    answer: 'Everyone has their own account, from age 13. Under 18, a parent or guardian gives consent first.',
  },
  {
    question: 'Do I need to download an app?',
    answer:
      'No. Dosewell runs in your browser and can be installed from there onto your home screen, without a store. It then opens like any other app, even without a connection.',
  },
]

export function Questions() {
  return (
    <section className="page page--narrow land__sec" aria-labelledby="questions">
      <h2 id="questions" className="land__h">
        Questions people ask
      </h2>
      <div className="faq">
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>
              {question}
              <ChevronDown className="icon" aria-hidden="true" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
