import { Plug, Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { PersonalToken } from '#domain/protocol/tokens.ts'
import type { CallAnswer } from '#src/platform/online-calls.ts'
import { endToken, tokensOf } from '#src/platform/token-calls.ts'
import { EndDialog, useServerList } from '#src/session/server-calls.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { TokenRow } from './TokenRow.tsx'
import { Webhooks } from './Webhooks.tsx'

/** Null: being fetched. */
type Listed = CallAnswer<PersonalToken[]> | null

/**
 * /settings/programs: the personal tokens with which programs read the record or log doses. Needs a connection.
 * @param calendars the links to which calendars subscribe
 */
export default function ProgramsPage({ calendars }: { calendars: ReactNode }) {
  const [listed, look] = useServerList(tokensOf)
  const [isAdding, setAdding] = useState(false)
  const [asking, setAsking] = useState<PersonalToken | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <div className="page page--narrow">
      <PageHead
        title={t('Connected programs')}
        titleRef={title}
        action={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus className="icon" aria-hidden="true" />
            {t('Add a program')}
          </Button>
        }
      >
        <p className="quiet">
          {t('A home display, a button on the wall or a script of your own, each with a token that you can end.')}
        </p>
      </PageHead>
      <div className="stack">
        <Tokens listed={listed} onLook={look} onEnd={setAsking} />
        {calendars}
        <Webhooks />
        <HowItWorks />
      </div>
      {isAdding ? (
        <NewTokenDialog
          onClose={() => {
            setAdding(false)
            look()
          }}
        />
      ) : null}
      {asking ? (
        <EndDialog
          title={t('Disconnect {name}?', { name: asking.name })}
          confirmLabel={t('Disconnect')}
          done={t('{name} is disconnected', { name: asking.name })}
          end={(account) => endToken(account, asking.id)}
          onClose={(isEnded) => {
            setAsking(null)
            if (!isEnded) return
            // The row with the button that was pressed is gone.
            title.current?.focus()
            look()
          }}
        >
          <p>
            {t(
              'Whatever uses this token stops working at once, and it cannot be turned on again. What it logged stays. Your devices stay signed in.',
            )}
          </p>
        </EndDialog>
      ) : null}
    </div>
  )
}

interface TokensProps {
  listed: Listed
  onLook(): void
  onEnd(token: PersonalToken): void
}

function Tokens({ listed, onLook, onEnd }: TokensProps) {
  if (listed?.kind !== 'ok') {
    const words = listed?.kind === 'refused' ? listed.sentence : t('The list of programs needs a connection.')
    return (
      <Card>
        <p role="status">{listed ? words : t('Loading your programs')}</p>
        {listed ? (
          <Button variant="plain" onClick={onLook}>
            {t('Try again')}
          </Button>
        ) : null}
      </Card>
    )
  }
  if (listed.value.length === 0)
    return (
      <EmptyState
        icon={
          <Tile>
            <Plug className="icon" aria-hidden="true" />
          </Tile>
        }
        title={t('No program yet')}
      >
        {t('Give one a token, and it can show what is due today or log a dose for you.')}
      </EmptyState>
    )
  return (
    <Card as="section" aria-label={t('Programs with a token')}>
      <ul className="list">
        {listed.value.map((token) => (
          <TokenRow key={token.id} token={token} onEnd={() => onEnd(token)} />
        ))}
      </ul>
    </Card>
  )
}
