import { Pencil, Plus, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#domain/language/translate.ts'
import { EMPTY_EMERGENCY } from '#domain/records/emergency-card.ts'
import { useMay } from '#src/session/may.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { SkeletonList } from '#src/ui/SkeletonList.tsx'
import { CardCode } from './CardCode.tsx'
import { CardLines } from './CardLines.tsx'
import { EmergencyForm } from './EmergencyForm.tsx'
import { useCard } from './use-card.ts'

/** /settings/emergency-card: what strangers should know in an emergency, on screen, on paper and as a QR code. */
export default function EmergencyPage() {
  const { user, person } = useSession()
  const card = useCard()
  const [isEditing, setEditing] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const typed = user.emergency ?? null
  const mayEdit = useMay('change')
  const show = (isForm: boolean) => {
    flushSync(() => setEditing(isForm))
    // The button that was pressed is gone.
    title.current?.focus()
  }
  if (isEditing) return <EmergencyForm titleRef={title} stored={typed ?? EMPTY_EMERGENCY} onClose={() => show(false)} />
  return (
    <div className="page page--narrow">
      <PageHead
        titleRef={title}
        title={person ? t('{name}’s emergency card', { name: person.name }) : t('Emergency card')}
        action={
          mayEdit ? (
            <Button variant={typed ? 'plain' : 'primary'} onClick={() => show(true)}>
              {typed ? <Pencil className="icon" aria-hidden /> : <Plus className="icon" aria-hidden />}
              {typed ? t('Edit') : t('Fill in')}
            </Button>
          ) : undefined
        }
      >
        <p className="quiet">
          {person
            ? t('For people who help {name} when you are not there. The medicines are added automatically.', {
                name: person.name,
              })
            : t('For people who help you when you can’t speak. Your medicines are added automatically.')}
        </p>
      </PageHead>
      {card ? (
        <div className="stack">
          <CardLines card={card} />
          <CardCode card={card} />
          <Button variant="plain" className="justify-self-start" onClick={() => window.print()}>
            <Printer className="icon" aria-hidden />
            {t('Print')}
          </Button>
          {person ? null : (
            <Card sunken>
              <p className="small">
                {t(
                  'With an app lock, the lock screen can offer the card. Turn that on in the details of the lock, under More.',
                )}
              </p>
            </Card>
          )}
        </div>
      ) : (
        <SkeletonList label={t('Loading your card')} />
      )}
      {card ? (
        <section className="printed" aria-label={t('Emergency card')}>
          <CardLines card={card} />
          <CardCode card={card} />
        </section>
      ) : null}
    </div>
  )
}
