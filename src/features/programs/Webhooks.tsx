import { Plus, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { Webhook } from '#domain/protocol/webhooks.ts'
import { laterText, type PeopleAnswer } from '#src/platform/people-calls.ts'
import { endWebhook, webhooksOf } from '#src/platform/webhook-calls.ts'
import { useHasOthers, usePeople } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Section } from '#src/ui/Section.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { NewWebhookDialog } from './NewWebhookDialog.tsx'
import { EVENT_TEXTS, lastCallText } from './webhook-text.ts'

/** The addresses that are called when something changes. Needs a connection. */
export function Webhooks() {
  const { account, sync } = useSession()
  const [listed, setListed] = useState<PeopleAnswer<Webhook[]> | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [asking, setAsking] = useState<Webhook | null>(null)
  const look = useCallback(async () => setListed(await webhooksOf(account.id)), [account.id])
  // Once sync has found out whether there is a connection, and again when that changes.
  const { kind } = sync.phase
  useEffect(() => {
    if (kind !== 'starting') void look()
  }, [kind, look])
  const webhooks = listed?.kind === 'ok' ? listed.value : []
  return (
    <Section title={t('Webhooks')}>
      <div className="stack">
        <p className="quiet">
          {t(
            'Dosewell calls an address of yours when something changes. The call says what kind of thing, and no more.',
          )}
        </p>
        {listed !== null && listed.kind !== 'ok' ? (
          <p className="quiet" role="status">
            {listed.kind === 'refused' ? listed.sentence : t('The list of webhooks needs a connection.')}
          </p>
        ) : null}
        {webhooks.length > 0 ? (
          <ul className="list card">
            {webhooks.map((webhook) => (
              <Row key={webhook.id} webhook={webhook} onEnd={() => setAsking(webhook)} />
            ))}
          </ul>
        ) : null}
        <Button variant="plain" className="justify-self-start" onClick={() => setAdding(true)}>
          <Plus className="icon" aria-hidden="true" />
          {t('Add a webhook')}
        </Button>
      </div>
      {isAdding ? (
        <NewWebhookDialog
          onClose={() => {
            setAdding(false)
            void look()
          }}
        />
      ) : null}
      {asking ? (
        <EndWebhook
          webhook={asking}
          onClose={() => {
            setAsking(null)
            void look()
          }}
        />
      ) : null}
    </Section>
  )
}

/** Returns what a webhook is called: its kind of event, and whose, where there are several people. */
function useNameOf(): (webhook: Webhook) => string {
  const people = usePeople((state) => state.people)
  const hasOthers = useHasOthers()
  return ({ event, personId }) => {
    const person = people.find(({ id }) => id === personId)
    const what = t(EVENT_TEXTS[event])
    return hasOthers && person && !person.isSelf ? t('{name}: {what}', { name: person.name, what }) : what
  }
}

function Row({ webhook, onEnd }: { webhook: Webhook; onEnd(): void }) {
  const { zone } = useSession()
  const now = useNow()
  const name = useNameOf()(webhook)
  return (
    <li className="list__row">
      <span className="list__main">
        <span className="list__title wrap-anywhere">{name}</span>
        <span className="list__sub wrap-anywhere" translate="no">
          {webhook.url}
        </span>
        <span className="list__sub">{lastCallText(webhook, { zone, now })}</span>
      </span>
      <Button iconOnly aria-label={t('End the webhook: {name}', { name })} onClick={onEnd}>
        <Trash2 className="icon" aria-hidden="true" />
      </Button>
    </li>
  )
}

function EndWebhook({ webhook: { id }, onClose }: { webhook: Webhook; onClose(): void }) {
  const { account } = useSession()
  const [isBusy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    const answer = await endWebhook(account.id, id)
    setBusy(false)
    if (answer.kind === 'ok') toast({ title: t('The webhook is ended') })
    else {
      const description = answer.kind === 'refused' ? answer.sentence : laterText()
      toast({ title: t('Nothing was changed'), description, tone: 'destructive' })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('End this webhook?')}
      confirmLabel={t('End the webhook')}
      busy={isBusy ? t('Ending') : undefined}
      onCancel={onClose}
      onConfirm={() => void end().catch(reportError)}
    >
      <p>{t('The address is not called any more, and its secret stops working.')}</p>
    </ConfirmDialog>
  )
}
