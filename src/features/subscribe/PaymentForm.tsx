import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { useTheme } from '#src/ui/theme.ts'
import { toast } from '#src/ui/toast-store.ts'
import { appearanceOf } from './appearance.ts'

interface PaymentFormProps {
  clientSecret: string
  publishableKey: string
  /** What the button says if the card is only saved, for a first payment that is due later. */
  keep: string | null
  /** The form cannot be set up: Stripe's script or its fields did not load. */
  onFailure: () => void
}

// It would track how the page is used, for Stripe's other merchants.
loadStripe.setLoadParameters({ advancedFraudSignals: false })

/**
 * Rejects if Stripe's script does not load: called with parameters, its loader retries with the failed script and never
 * settles.
 */
const scriptFails = (): Promise<never> =>
  new Promise((_, reject) => {
    const listener = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement && target.src.startsWith('https://js.stripe.com/')) {
        document.removeEventListener('error', listener, true)
        reject(new Error('Stripe’s script did not load'))
      }
    }
    // Resource errors do not bubble.
    document.addEventListener('error', listener, true)
  })

/** Stripe's own fields, in Stripe's frames, and the button that pays (specification, sections 2 and 5). */
export function PaymentForm({ clientSecret, publishableKey, keep, onFailure }: PaymentFormProps) {
  const theme = useTheme()
  const [stripe, setStripe] = useState<Stripe | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure is told once
  useEffect(() => {
    Promise.race([loadStripe(publishableKey), scriptFails()]).then(setStripe, onFailure)
  }, [publishableKey])
  const options = useMemo(
    () => ({ clientSecret, appearance: appearanceOf(theme), locale: 'en' as const }),
    [clientSecret, theme],
  )
  return (
    <Elements stripe={stripe} options={options}>
      <Fields keep={keep} onFailure={onFailure} />
    </Elements>
  )
}

const NOT_READY = msg('Payment system is not ready. Please wait a moment and try again.')

function Fields({ keep, onFailure }: Pick<PaymentFormProps, 'keep' | 'onFailure'>) {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const [isPaying, setPaying] = useState(false)
  /** Stripe's frames hold the input and only report that there is some. */
  const [isTyped, setTyped] = useState(false)

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (isPaying) return
    if (!stripe || !elements || !isReady) return tell(t('Error'), t(NOT_READY))
    setPaying(true)
    try {
      // On success it navigates away, so anything returned is a failure.
      const confirming = { elements, confirmParams: { return_url: location.origin } }
      const { error } = await (keep ? stripe.confirmSetup(confirming) : stripe.confirmPayment(confirming))
      tell(t('Payment Failed'), error.message)
    } catch (error) {
      tell(t('Error'), error instanceof Error ? error.message : String(error))
    }
    setPaying(false)
  }

  return (
    <form className="stack" data-unsaved={isTyped || isPaying ? '' : undefined} onSubmit={(event) => void pay(event)}>
      {stripe ? (
        <PaymentElement
          options={{ layout: 'tabs' }}
          onChange={({ empty }) => setTyped(!empty)}
          onReady={() => setReady(true)}
          onLoadError={onFailure}
        />
      ) : (
        <p role="status">{t('Setting up the payment…')}</p>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        disabled={!isReady}
        busy={isPaying ? t('Processing...') : undefined}
      >
        {keep ?? t('Complete Payment')}
      </Button>
    </form>
  )
}

const tell = (title: string, description: string | undefined): void =>
  void toast({ title, description, tone: 'destructive' })
