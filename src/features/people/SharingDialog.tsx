import { Trash2, UserRoundPlus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { Grant } from '#domain/protocol/grants.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { endGrant, grantsOf } from '#src/platform/grant-calls.ts'
import type { CallAnswer } from '#src/platform/online-calls.ts'
import { EndDialog } from '#src/session/server-calls.tsx'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { grantLines, grantName } from './grant-text.ts'
import { InviteDialog } from './InviteDialog.tsx'

interface SharingDialogProps {
  person: ListedPerson
  onClose(): void
}

/** Who may see or help a person, and who is invited. Needs a connection. */
export function SharingDialog({ person, onClose }: SharingDialogProps) {
  const { account } = useSession()
  const [listed, setListed] = useState<CallAnswer<Grant[]> | null>(null)
  const [asking, setAsking] = useState<Grant | null>(null)
  const [isInviting, setInviting] = useState(false)
  const look = useCallback(async () => setListed(await grantsOf(account.id, person.id)), [account.id, person.id])
  useEffect(() => void look(), [look])
  if (isInviting) {
    const back = () => {
      setInviting(false)
      void look()
    }
    return <InviteDialog person={person} onClose={back} />
  }
  const whose = person.isSelf ? t('your medicines') : t('{name}’s medicines', { name: person.name })
  return (
    <>
      <Dialog
        title={t('Who can see {whose}', { whose })}
        onClose={onClose}
        footer={
          <Button variant="primary" block onClick={() => setInviting(true)}>
            <UserRoundPlus className="icon" aria-hidden="true" />
            {t('Invite somebody')}
          </Button>
        }
      >
        <Listed listed={listed} onEnd={setAsking} />
      </Dialog>
      {asking ? (
        <EndGrant
          grant={asking}
          whose={whose}
          onClose={() => {
            setAsking(null)
            void look()
          }}
        />
      ) : null}
    </>
  )
}

function Listed({ listed, onEnd }: { listed: CallAnswer<Grant[]> | null; onEnd(grant: Grant): void }) {
  const { zone } = useSession()
  if (listed?.kind !== 'ok') {
    const words = listed?.kind === 'refused' ? listed.sentence : t('Who can see this needs a connection.')
    return <p role="status">{listed ? words : t('Loading who can see this')}</p>
  }
  if (listed.value.length === 0)
    return <p>{t('Only you. Invite a partner, a parent or a carer to see it or to help.')}</p>
  return (
    <ul className="list">
      {listed.value.map((grant) => (
        <li key={grant.id} className="list__row">
          <span className="list__main">
            <span className="list__title wrap-anywhere">{grantName(grant)}</span>
            {grantLines(grant, zone).map((line) => (
              <span key={line} className="list__sub">
                {line}
              </span>
            ))}
          </span>
          <Button
            iconOnly
            aria-label={t('End what {name} may see', { name: grantName(grant) })}
            onClick={() => onEnd(grant)}
          >
            <Trash2 className="icon" aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

function EndGrant({ grant, whose, onClose }: { grant: Grant; whose: string; onClose(): void }) {
  const isLive = grant.state === 'live'
  return (
    <EndDialog
      title={isLive ? t('Stop sharing with {name}?', { name: grantName(grant) }) : t('Withdraw this invitation?')}
      confirmLabel={isLive ? t('Stop sharing') : t('Withdraw')}
      done={isLive ? t('No longer shared') : t('The invitation is withdrawn')}
      end={(account) => endGrant(account, grant.id)}
      onClose={onClose}
    >
      <p>
        {isLive
          ? t(
              'From now on they see nothing of {whose}, and their devices delete what they have of it. They are not told. What they logged stays.',
              { whose },
            )
          : t('Its link and its code stop working. Nobody is told.')}
      </p>
    </EndDialog>
  )
}
