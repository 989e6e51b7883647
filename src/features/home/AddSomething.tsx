import {
  Camera,
  ChevronRight,
  Crown,
  FileText,
  type LucideIcon,
  Mic,
  Pencil,
  Pill,
  ScanLine,
  Stethoscope,
  Upload,
} from 'lucide-react'
import { memo, useId } from 'react'
import { isPremium, subscriptionAt } from '#domain/access/plan.ts'
import { t } from '#domain/language/translate.ts'
import { useMay } from '#src/session/may.ts'
import { useSession } from '#src/session/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Link } from '#src/ui/Link.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { type ActionCard, type Way, waysToAdd } from './ways-to-add.ts'

const CARD_ICONS: Record<ActionCard['icon'], LucideIcon> = {
  medication: Pill,
  appointment: Stethoscope,
  documents: FileText,
}

const WAY_ICONS: Record<Way['icon'], LucideIcon> = {
  voice: Mic,
  scan: ScanLine,
  type: Pencil,
  photo: Camera,
  upload: Upload,
}

/** The ways to add something: one card per kind. */
export const AddSomething = memo(function AddSomething({ now }: { now: number }) {
  const { user } = useSession()
  const mayChange = useMay('change')
  if (!mayChange) return null
  return (
    <Section title={t('Add something')}>
      <div className="grid grid--3">
        {waysToAdd(isPremium(subscriptionAt(user, now))).map((card) => (
          <OneCard key={card.icon} {...card} />
        ))}
      </div>
    </Section>
  )
})

function OneCard({ title, icon, ways }: ActionCard) {
  const id = useId()
  const Icon = CARD_ICONS[icon]
  return (
    <Card as="section" flush aria-labelledby={id}>
      <div className="row row--nowrap home__ways">
        <Tile>
          <Icon className="icon" />
        </Tile>
        <h3 id={id}>{t(title)}</h3>
      </div>
      <div className="ways">
        {ways.map((way) => (
          <OneWay key={way.icon} {...way} />
        ))}
      </div>
    </Card>
  )
}

function OneWay({ label, icon, to, isLocked }: Way) {
  const Icon = WAY_ICONS[icon]
  return (
    <Link to={to} data-locked={isLocked ? '' : undefined}>
      <Icon className="icon" />
      <span className="ways__words">
        {t(label)}
        {isLocked ? (
          <Badge state="premium" icon={<Crown className="icon" />}>
            {t('Premium')}
          </Badge>
        ) : null}
      </span>
      {isLocked ? null : <ChevronRight className="icon icon--way go" />}
    </Link>
  )
}
