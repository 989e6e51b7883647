import { useEffect, useState } from 'react'
import { roleAllows } from '#domain/access/roles.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Offer } from '#domain/protocol/grants.ts'
import { initialOf } from '#domain/records/person.ts'
import { acceptOffer, readOffer } from '#src/platform/grant-calls.ts'
import { type CallAnswer, laterText, sentenceOf } from '#src/platform/online-calls.ts'
import { learnPerson, refreshPeople, useOpenPerson } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { FieldError } from '#src/ui/FieldFrame.tsx'
import { PersonMark } from '#src/ui/PersonMark.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { ROLE_TEXTS } from './grant-text.ts'

interface OfferDialogProps {
  /** That of a link, or a code as it was typed. */
  token: string
  onClose(): void
}

/** Says who offers what, and accepts it if the user wishes. Nothing is accepted by opening it. */
export function OfferDialog({ token, onClose }: OfferDialogProps) {
  const { account } = useSession()
  const open = useOpenPerson()
  const [offer, setOffer] = useState<CallAnswer<Offer> | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isGone = false
    void readOffer(token).then((answer) => {
      if (!isGone) setOffer(answer)
    })
    return () => {
      isGone = true
    }
  }, [token])

  const accept = async () => {
    setBusy(true)
    const answer = await acceptOffer(account.id, token)
    if (answer.kind === 'ok') await learnPerson(account.id, answer.value)
    // It may have been accepted although the answer was lost.
    else void refreshPeople(account.id)
    setBusy(false)
    if (answer.kind !== 'ok') return setProblem(sentenceOf(answer))
    onClose()
    open(answer.value.id)
    toast({ title: t('You look after {name} now', { name: answer.value.name }) })
  }

  if (offer?.kind !== 'ok') return <NoOffer offer={offer} onClose={onClose} />
  return (
    <Dialog
      title={t('{offeredBy} invites you', { offeredBy: offer.value.offeredBy })}
      closeButton={false}
      onClose={onClose}
      footer={
        <>
          <Button variant="plain" onClick={onClose}>
            {t('Not now')}
          </Button>
          <Button
            variant="primary"
            busy={isBusy ? t('Accepting') : undefined}
            onClick={() => void accept().catch(reportError)}
          >
            {t('Accept')}
          </Button>
        </>
      }
    >
      <Offered offer={offer.value} />
      {problem ? (
        <div role="alert">
          <FieldError id="offer-problem">{problem}</FieldError>
        </div>
      ) : null}
    </Dialog>
  )
}

function Offered({ offer }: { offer: Offer }) {
  const { zone } = useSession()
  const { person, role, expiresAt, notifyAfterMinutes, isForOneAddress } = offer
  const endsOn = expiresAt && formatDate(localAt(Date.parse(expiresAt), zone).date)
  return (
    <div className="stack">
      <p className="whose strong">
        <PersonMark initial={initialOf(person.name)} colour={person.colour} large />
        {person.name}
      </p>
      <p>{t(ROLE_TEXTS[role].could)}</p>
      {notifyAfterMinutes ? (
        <p>
          {t('You would be told when an important dose is still open after {minutes} minutes.', {
            minutes: notifyAfterMinutes,
          })}
        </p>
      ) : null}
      {endsOn ? <p>{t('It ends on {date}.', { date: endsOn })}</p> : null}
      {isForOneAddress ? <p>{t('Only the address it was sent to can accept.')}</p> : null}
      <p className="quiet small">
        {roleAllows(role, 'log')
          ? t('What you log carries your name. Either of you can end this at any time.')
          : t('Either of you can end it at any time.')}
      </p>
    </div>
  )
}

function NoOffer({ offer, onClose }: { offer: Exclude<CallAnswer<Offer>, { kind: 'ok' }> | null; onClose(): void }) {
  const words = offer?.kind === 'refused' ? offer.sentence : laterText()
  return (
    <Dialog
      title={offer ? t('This invitation can’t be opened') : t('An invitation')}
      onClose={onClose}
      footer={
        <Button variant="plain" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <p role="status">{offer ? words : t('Loading who invites you')}</p>
    </Dialog>
  )
}
