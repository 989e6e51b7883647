import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { LegalPage, type LegalSection } from './LegalPage.tsx'

const SECTIONS: readonly LegalSection[] = [
  {
    title: msg('What we store'),
    text: msg(
      'Your email address, your name if you give it, your date of birth, your time zone and your plan, the medications, reminder times and appointments you enter, the doses you log, the pictures of documents you save and of labels you scan with the words read from them, the kinds of devices you are signed in on, a parent’s email address where one is asked for consent, and what you write to us. Nothing is bought from or sold to anybody, and there are no advertisements.',
    ),
  },
  {
    title: msg('What stays on your device'),
    text: msg(
      'A full copy of your medications, doses and appointments, the list of your documents, and what you have begun to type, so that everything works without a connection. Signing out removes it, or the next start where another tab still holds it. Writes that have not reached your account yet exist only there; signing out asks before it removes them.',
    ),
  },
  {
    title: msg('What the server can read'),
    text: msg(
      'The server can read what you enter, because it plans your reminders and brings your devices in step. Its logs hold no health details and no addresses of people, and no sign-in codes either wherever a mail server is set up; a server without one writes the code to its log and its mails to files, which go after 29 days. Connections are encrypted wherever Dosewell is served over HTTPS.',
    ),
  },
  {
    title: msg('Notifications'),
    text: msg(
      'If you switch them on, the address at which your browser can be reached is stored, and reminders go through the push service of your browser’s maker. They are encrypted on the way: that service learns that and when something was sent, and not what it says. Switching notifications off or signing out ends it.',
    ),
  },
  {
    title: msg('Mail'),
    text: msg(
      'Sign-in codes, notices about your account and your reminders, and documents you choose to send go through a mail service, which can read them as it can any mail. A mail about an important dose names the medicine only if all your devices show names in reminders. A document goes as a picture to the address you enter, with your name and email address. Whoever gets one can ask for no more of them: of their address we then keep a code that nobody can read it from.',
    ),
  },
  {
    title: msg('Voice'),
    text: msg(
      'What you dictate is recorded only while you press record. The recording goes to the server, which writes it down itself or may pass it, without your name, to a speech service; so may a text that you have spoken aloud. Recordings are not kept. Your browser’s own recogniser, whose maker may receive the audio, listens only if you switch it on; one that works on your device alone sends nothing.',
    ),
  },
  {
    title: msg('Labels'),
    text: msg(
      'A picture of a label is read by the server itself or, if you switch it on, by your device. A document that is saved without its name, type or date is read by the server itself for these, and no other words of it are kept. The words of a prescription, not the picture and without your account, may be passed to a language service that proposes what they mean. Labels carry the patient’s own name.',
    ),
  },
  {
    title: msg('Payment'),
    text: msg(
      'Your card is entered at Stripe, our payment service, and never reaches Dosewell. Stripe learns your email address, the number of your account and what you pay, and nothing about your health.',
    ),
  },
  {
    title: msg('How long we keep it'),
    text: msg(
      'As long as you have an account; what you write to us, for a year. Data of a deleted account is removed within 30 days, copies in backups included; only a message that you sent us from another address stays its year. Longer than that stay marks without your name: for 35 days one that keeps a backup from bringing the account back, for up to 9 months those by which your devices learn of the deletion, for 2 years the number of the account where an administrator did something with it, and for good a code made from your email address, so that there is one free trial. Billing records are kept for 7 years, as the law requires, without your name.',
    ),
  },
  {
    title: msg('Children and teenagers'),
    text: msg(
      'Dosewell is for people of 13 years and over. From 13 to 17 a parent or guardian must consent before any health data is stored, and can withdraw that consent at any time: then everything is locked at once, and erased after 30 days. Of a younger child nothing is kept but a mark that the account was refused.',
    ),
  },
  {
    title: msg('The law'),
    text: msg('Dosewell follows the Privacy Act 1988 and the Australian Privacy Principles.'),
  },
]

export default function PrivacyPage() {
  return <LegalPage title={t('Privacy Policy')} sections={SECTIONS} />
}
