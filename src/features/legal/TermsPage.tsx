import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { LegalPage, type LegalSection } from './LegalPage.tsx'

const SECTIONS: readonly LegalSection[] = [
  {
    title: msg('What Dosewell is'),
    text: msg(
      'Dosewell records what you enter, reminds you and shows your label’s own words. It is no medical device and gives no medical or dosing advice. Ask your doctor or pharmacist about your treatment, and call 000 in an emergency.',
    ),
  },
  {
    title: msg('Who may use it'),
    text: msg(
      'People of 13 years and over. From 13 to 17 a parent or guardian must give consent; the consent link is valid for 7 days.',
    ),
  },
  {
    title: msg('Reminders'),
    text: msg(
      'A website can’t alert you while it is closed and offline at the same time, and some phones delay notifications. Do not rely on Dosewell alone for a medicine you must never miss.',
    ),
  },
  {
    title: msg('Plans and payment'),
    text: msg(
      'Free costs nothing. Premium costs AUD 9.99 per month, billed monthly and paid through Stripe, which renews it each month until you cancel. A renewal that fails ends Premium until it is paid. New users get a free trial of 2 weeks, once per email address. Cancelling keeps Premium until the end of the period that is paid. All plans are subject to a fair use policy.',
    ),
  },
  {
    title: msg('Ending your account'),
    text: msg(
      'You can stop using Dosewell at any time. Data of a deleted account is removed within 30 days; billing records are kept for 7 years.',
    ),
  },
  {
    title: msg('The law'),
    text: msg(
      'These terms are governed by the law of Australia. Nothing in them limits the rights that the Australian Consumer Law gives you.',
    ),
  },
]

export default function TermsPage() {
  return <LegalPage title={t('Terms of Service')} sections={SECTIONS} />
}
