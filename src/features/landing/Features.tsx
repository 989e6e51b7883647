import { BellRing, CircleCheck, CloudOff, HandHeart, type LucideIcon, Mic, ScanLine } from 'lucide-react'
import { Tile, type TileTone } from '#src/ui/Tile.tsx'

interface Feature {
  icon: LucideIcon
  tone?: TileTone
  title: string
  text: string
}

/** The six features of the specification, section 2. */
const FEATURES: readonly Feature[] = [
  {
    icon: BellRing,
    tone: 'due',
    title: 'Automated Reminders',
    text: 'Reminds you at the time, then 5 and 10 minutes later, with sound and a voice that says which medicine.',
  },
  {
    icon: Mic,
    title: 'Voice Input',
    text: 'Say “Metformin 500 mg twice daily at 8 am” and check what it understood.',
  },
  {
    icon: ScanLine,
    title: 'Prescription Scanning',
    text: 'Photograph a label. Dosewell shows the words it read and where it was guessing.',
  },
  {
    icon: CircleCheck,
    tone: 'taken',
    title: 'Adherence Tracking',
    text: 'A quiet record of what was taken, skipped or missed, ready for your doctor.',
  },
  {
    icon: HandHeart,
    tone: 'missed',
    title: 'Parental Consent for Under-18s',
    text: 'From age 13, with a parent’s or guardian’s consent.',
  },
  {
    icon: CloudOff,
    tone: 'info',
    title: 'Works Without Internet',
    text: 'Reminders and your record live on your phone and sync by themselves later.',
  },
]

export function Features() {
  return (
    <section className="page land__sec" aria-labelledby="features">
      <h2 id="features" className="land__h">
        A calm helper for an ordinary day
      </h2>
      <ul className="grid grid--3">
        {FEATURES.map(({ icon: Icon, tone, title, text }) => (
          <li key={title} className="card feat">
            <Tile tone={tone}>
              <Icon className="icon" aria-hidden="true" />
            </Tile>
            <h3>{title}</h3>
            <p className="quiet">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
