import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { PLAN_LABELS } from '#domain/access/plan-text.ts'
import { t } from '#domain/language/translate.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { latePart } from '#src/ui/late-part.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { TickList } from '#src/ui/TickList.tsx'
import { SET_UP_FAILED, type Stage, useSubscription } from './use-subscription.ts'

const payment = latePart(() => import('./PaymentForm.tsx'))

interface SubscribePageProps {
  /** Asks before an overdue subscription is ended. */
  Cancel: ComponentType<{ onClose(): void; onCancelled(): void }>
}

/** What Premium offers and costs, and the form that pays for it. */
export function SubscribePage({ Cancel }: SubscribePageProps) {
  const { stage, keep, fail, cancelled } = useSubscription()
  switch (stage.kind) {
    case 'premium':
      return (
        <Done
          title={t("You're Already Premium!")}
          words={t('Voice, scanning and insights are on. There is nothing to pay.')}
        >
          <AfterTrial firstPayment={stage.firstPayment} onKeep={keep} />
        </Done>
      )
    case 'cancelled':
      return (
        <Done
          title={t('Subscription Cancelled')}
          words={t('Nothing more is charged. You can subscribe again at any time.')}
        />
      )
    case 'not-sold':
      return <Done title={t('Subscribe to Premium')} words={stage.sentence} />
    case 'failed':
      return <Failed isOffline={stage.isOffline} />
    case 'setting-up':
    case 'to-pay':
      return (
        <Offer stage={stage} onFailure={fail}>
          <Overdue Cancel={Cancel} onCancelled={cancelled} />
        </Offer>
      )
  }
}

function Done({ title, words, children }: { title: string; words: string; children?: ReactNode }) {
  return (
    <div className="page page--narrow">
      <PageHead title={title}>
        <p className="quiet">{words}</p>
      </PageHead>
      <div className="stack">
        <div>
          <ButtonLink variant="primary" size="lg" href={PAGES.home}>
            {t('Go to Home')}
          </ButtonLink>
        </div>
        {children}
      </div>
    </div>
  )
}

interface AfterTrialProps {
  /** When keeping Premium would cost the first time; absent where this server sells nothing. */
  firstPayment: Instant | undefined
  onKeep(): void
}

/** Until when a trial lasts, and how to keep Premium then (readings, Trial). */
function AfterTrial({ firstPayment, onKeep }: AfterTrialProps) {
  const { user } = useSession()
  const dayOf = useDay()
  const end = firstPayment ?? (user.subscriptionStatus === 'trial' ? user.subscriptionEndsAt : null)
  if (end === null) return null
  const date = dayOf(end)
  return (
    <>
      <p className="quiet">{t('Your trial lasts until {date}.', { date })}</p>
      {firstPayment ? (
        <>
          <div>
            <Button variant="plain" size="lg" onClick={onKeep}>
              {t('Keep Premium after {date}', { date })}
            </Button>
          </div>
          <p className="quiet">
            {t('It costs {price} a month from then on. Nothing is charged before, and you can cancel until then.', {
              price: PLAN_LABELS.premium.price,
            })}
          </p>
        </>
      ) : null}
    </>
  )
}

/** Returns how to write the day of an instant. */
function useDay(): (instant: Instant) => string {
  const { zone } = useSession()
  return (instant) => formatDate(localAt(msOf(instant), zone).date)
}

/** The card was refused at a renewal: paying here continues the subscription, and it can also be cancelled here. */
function Overdue({ Cancel, onCancelled }: SubscribePageProps & { onCancelled: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Notice
        tone="due"
        icon={<TriangleAlert className="icon" aria-hidden="true" />}
        title={t('The last payment did not go through.')}
      >
        {t('Pay it here, and Premium is on again.')}
      </Notice>
      <Button variant="plain" onClick={() => setAsking(true)}>
        {t('Cancel Subscription')}
      </Button>
      {isAsking ? <Cancel onClose={() => setAsking(false)} onCancelled={onCancelled} /> : null}
    </>
  )
}

function Failed({ isOffline }: { isOffline: boolean }) {
  return (
    <div className="page page--narrow">
      <PageHead title={t('Subscribe to Premium')} />
      <EmptyState
        icon={<CircleAlert className="icon empty__icon" aria-hidden="true" />}
        title={t(SET_UP_FAILED)}
        action={
          <Button variant="primary" size="lg" onClick={() => location.reload()}>
            {t('Retry')}
          </Button>
        }
      >
        {isOffline
          ? t('You need to be online to pay, and you are offline right now. Nothing was charged.')
          : t('Nothing was charged.')}
      </EmptyState>
    </div>
  )
}

type Open = Extract<Stage, { kind: 'setting-up' | 'to-pay' }>

interface OfferProps {
  stage: Open
  onFailure: () => void
  /** Shown first when a payment is overdue. */
  children: ReactNode
}

function Offer({ stage, onFailure, children }: OfferProps) {
  const { price, includes } = PLAN_LABELS.premium
  const dayOf = useDay()
  const date = stage.kind === 'to-pay' && stage.firstPayment ? dayOf(stage.firstPayment) : null
  return (
    <div className="page page--narrow">
      <PageHead title={t('Subscribe to Premium')} />
      <div className="stack">
        {stage.kind === 'to-pay' && stage.isOverdue ? children : null}
        <Card className="plan">
          <TickList items={includes} />
          <p className="plan__price">
            {price}
            <small>{t('/month')}</small>
          </p>
          <p className="quiet">
            {date
              ? t(
                  'In Australian dollars, charged on {date} and then every month until you cancel. You can cancel at any time.',
                  { date },
                )
              : t(
                  'In Australian dollars, charged now and then every month until you cancel. You can cancel at any time.',
                )}
          </p>
        </Card>
        <Card as="section" className="stack" aria-labelledby="payment">
          <h2 id="payment">{t('Complete Your Subscription')}</h2>
          {stage.kind === 'to-pay' ? (
            <Payment {...stage} keep={date && t('Keep Premium after {date}', { date })} onFailure={onFailure} />
          ) : (
            <SettingUp />
          )}
          <p className="small quiet">{t('Card details go to Stripe, who takes the payment, and never to Dosewell.')}</p>
        </Card>
      </div>
    </div>
  )
}

const SettingUp = () => <p role="status">{t('Setting up the payment…')}</p>

interface PaymentProps {
  clientSecret: string
  publishableKey: string
  /** What the button says if the card is only saved, for a first payment that is due later. */
  keep: string | null
  onFailure: () => void
}

function Payment({ onFailure, ...paying }: PaymentProps) {
  const part = payment.use()
  const failure = payment.useFailure()
  useEffect(payment.want, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is told once
  useEffect(() => {
    if (failure !== null) onFailure()
  }, [failure])
  return part ? <part.PaymentForm {...paying} onFailure={onFailure} /> : <SettingUp />
}
