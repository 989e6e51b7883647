import { LegalPage, type LegalSection } from './LegalPage.tsx'

const SECTIONS: readonly LegalSection[] = [
  {
    title: 'What we store',
    text: 'Your email address, your date of birth, your plan, the medications and reminder times you enter, the doses you log, the pictures of documents you save and of labels you scan, and what you write to us. Nothing is bought from or sold to anybody, and there are no advertisements.',
  },
  {
    title: 'What stays on your device',
    text: 'A full copy of your medications and doses, so that everything works without a connection. Signing out removes it. Writes that have not reached your account yet exist only there; signing out asks before it removes them.',
  },
  {
    title: 'What the server can read',
    text: 'The server can read what you enter, because it plans your reminders and brings your devices in step. Health details and sign-in codes are kept out of its logs. Connections are encrypted wherever Dosewell is served over HTTPS.',
  },
  {
    title: 'Voice',
    text: 'What you dictate is recorded only while you press record. The recording goes to the server, which may pass it, without your name, to a speech service that writes it down; so may a text that you have spoken aloud. Recordings are not kept. Your browser’s own recogniser, whose maker may receive the audio, listens only if you switch it on.',
  },
  {
    title: 'How long we keep it',
    text: 'As long as you have an account. Data of a deleted account is removed within 30 days. Billing records are kept for 7 years, as the law requires.',
  },
  {
    title: 'Children and teenagers',
    text: 'Dosewell is for people of 13 years and over. From 13 to 17 a parent or guardian must consent before any health data is stored, and can withdraw that consent at any time: then everything is locked at once, and erased after 30 days. Of a younger child nothing is kept but a mark that the account was refused.',
  },
  {
    title: 'The law',
    text: 'Dosewell follows the Privacy Act 1988 and the Australian Privacy Principles.',
  },
]

export default function PrivacyPage() {
  return <LegalPage title="Privacy Policy" sections={SECTIONS} />
}
