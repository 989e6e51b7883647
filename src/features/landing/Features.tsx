import { BellRing, CircleCheck, CloudOff, HandHeart, type LucideIcon, Mic, ScanLine } from 'lucide-react'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { Tile, type TileTone } from '#src/ui/Tile.tsx'

interface Feature {
  icon: LucideIcon
  tone?: TileTone
  title: Message
  text: Message
}

/** The six features of the specification, section 2. */
const FEATURES: readonly Feature[] = [
  {
    icon: BellRing,
    tone: 'due',
    title: msg('Automated Reminders'),
    text: msg('Reminds you at the time, then 5 and 10 minutes later, with sound and a voice that says which medicine.'),
  },
  {
    icon: Mic,
    title: msg('Voice Input'),
    text: msg('Say “Metformin 500 mg twice daily at 8 am” and check what it understood.'),
  },
  {
    icon: ScanLine,
    title: msg('Prescription Scanning'),
    text: msg('Photograph a label. Dosewell shows the words it read and where it was guessing.'),
  },
  {
    icon: CircleCheck,
    tone: 'taken',
    title: msg('Adherence Tracking'),
    text: msg('A quiet record of what was taken, skipped or missed, ready for your doctor.'),
  },
  {
    icon: HandHeart,
    tone: 'missed',
    title: msg('Parental Consent for Under-18s'),
    text: msg('From age 13, with a parent’s or guardian’s consent.'),
  },
  {
    icon: CloudOff,
    tone: 'info',
    title: msg('Works Without Internet'),
    text: msg('Reminders and your record live on your phone and sync by themselves later.'),
  },
]

export function Features() {
  return (
    <section className="page land__sec" aria-labelledby="features">
      <h2 id="features" className="land__h">
        {t('A calm helper for an ordinary day')}
      </h2>
      <ul className="grid grid--3">
        {FEATURES.map(({ icon: Icon, tone, title, text }) => (
          <li key={t(title)} className="card feat">
            <Tile tone={tone}>
              <Icon className="icon" aria-hidden="true" />
            </Tile>
            <h3>{t(title)}</h3>
            <p className="quiet">{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
