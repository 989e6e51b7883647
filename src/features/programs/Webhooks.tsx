import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { Webhook } from '#domain/protocol/webhooks.ts'
import { endWebhook, webhooksOf } from '#src/platform/webhook-calls.ts'
import { useHasOthers, usePeople } from '#src/session/people.tsx'
import { EndDialog, useServerList } from '#src/session/server-calls.tsx'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { Section } from '#src/ui/Section.tsx'
import { NewWebhookDialog } from './NewWebhookDialog.tsx'
import { EVENT_TEXTS, lastCallText } from './webhook-text.ts'

/** The addresses that are called when something changes. Needs a connection. */
export function Webhooks() {
  const [listed, look] = useServerList(webhooksOf)
  const [isAdding, setAdding] = useState(false)
  const [asking, setAsking] = useState<Webhook | null>(null)
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
            look()
          }}
        />
      ) : null}
      {asking ? (
        <EndDialog
          title={t('End this webhook?')}
          confirmLabel={t('End the webhook')}
          done={t('The webhook is ended')}
          end={(account) => endWebhook(account, asking.id)}
          onClose={() => {
            setAsking(null)
            look()
          }}
        >
          <p>{t('The address is not called any more, and its secret stops working.')}</p>
        </EndDialog>
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
