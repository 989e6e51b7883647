import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { Button } from '#src/ui/Button.tsx'
import { Gate } from '#src/ui/Gate.tsx'
import { latePart } from '#src/ui/late-part.ts'
import { announce } from '#src/ui/live-region.tsx'
import type { Unsent } from './FaultWays.tsx'

const ways = latePart(() => import('./FaultWays.tsx'))

/** Loads the recovery options while they can still be loaded. */
export const fetchFaultWays = (): void => ways.want()

/** How long (ms) an attempt stays visible, so that one that changes nothing still shows. */
const TRY_SHOWN = 1500

interface FaultGateProps {
  title: string
  text: ReactNode
  /** What to try first. */
  action: string
  onAction(): void
  /** Whose data it is; null while unknown. */
  userId: UserId | null
  /** The browser gives this site no storage, so there is nothing to lose or delete. */
  isWithoutStorage?: boolean
  /** Called when the local database was deleted. */
  onFresh(): void
}

/**
 * Shown in place of the app when that cannot be shown: what happened, what to try first, and the recovery options once
 * their code is loaded.
 */
export function FaultGate(props: FaultGateProps) {
  const { title, text, action, onAction, userId, isWithoutStorage = false, onFresh } = props
  const part = ways.use()
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const [isTrying, setTrying] = useState(false)
  useEffect(() => {
    document.title = `${title} · Dosewell`
    ways.want()
  }, [title])
  useEffect(() => {
    void part?.findUnsent(userId).then(setUnsent)
  }, [part, userId])
  useEffect(() => {
    if (!isTrying) return
    const ending = setTimeout(() => {
      setTrying(false)
      announce(title)
    }, TRY_SHOWN)
    return () => clearTimeout(ending)
  }, [isTrying, title])
  const act = () => {
    setTrying(true)
    onAction()
  }
  return (
    <Gate>
      <div className="dialog">
        <div role="alert" className="stack">
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
        {part && unsent && !isWithoutStorage ? <part.FaultUnsent {...unsent} /> : null}
        <div className="dialog__foot dialog__foot--stacked">
          <Button variant="primary" onClick={act} busy={isTrying ? t('Trying') : undefined}>
            {action}
          </Button>
          {part && unsent ? (
            <part.FaultWays
              known={unsent.known}
              userId={userId}
              isWithoutStorage={isWithoutStorage}
              onFresh={onFresh}
            />
          ) : null}
        </div>
      </div>
    </Gate>
  )
}
