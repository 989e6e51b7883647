import type { BrowserContext } from 'playwright-core'

/** What happens to the card payment: it is paid, the bank declines it, or something breaks on the way. */
export type CardAnswer = { kind: 'paid' } | { kind: 'declined'; message: string } | { kind: 'broken'; message: string }

export interface StripeScript {
  /** When false, the fields never become ready. */
  isReady: boolean
  /** The result of paying. Called with the payment's secret. */
  answer: (clientSecret: string) => CardAnswer | Promise<CardAnswer>
  /** What the page asked Stripe's script for, in the notation of the tests. */
  asked: string[]
  /** When false, the script loads. */
  failsToLoad: boolean
}

export const newStripeScript = (): StripeScript => ({
  isReady: true,
  answer: () => ({ kind: 'paid' }),
  asked: [],
  failsToLoad: false,
})

/**
 * Serves a stand-in for Stripe's browser script at Stripe's own address, which the tests' network cannot reach. It
 * draws a field where the real one puts a frame, reports when it is ready, and answers `confirmPayment` and `confirmSetup` as Stripe does:
 * with an error, or by navigating to the return address.
 */
export async function standInForStripe(context: BrowserContext): Promise<StripeScript> {
  const script = newStripeScript()
  await context.exposeFunction('standInAsked', (what: string) => {
    script.asked.push(what)
  })
  await context.exposeFunction('standInAnswer', (secret: string) => script.answer(secret))
  await context.exposeFunction('standInIsReady', () => script.isReady)
  await context.route('https://js.stripe.com/**', (route) =>
    script.failsToLoad
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body: `(${standIn.toString()})()` }),
  )
  return script
}

/** Runs in the page. */
export function standIn(): void {
  type Listener = (event: unknown) => void
  const page = window as unknown as {
    Stripe: unknown
    standInAsked(what: string): Promise<void>
    standInAnswer(secret: string): Promise<CardAnswer>
    standInIsReady(): Promise<boolean>
  }
  const fields = (options: { layout?: string }) => {
    const listeners: Record<string, Listener> = {}
    void page.standInAsked(`fields in ${options.layout}`)
    const element = {
      on: (name: string, listener: Listener) => {
        listeners[name] = listener
        return element
      },
      off: () => element,
      update: () => {},
      destroy: () => {},
      mount: (place: HTMLElement) => {
        const label = document.createElement('label')
        const input = document.createElement('input')
        input.autocomplete = 'cc-number'
        input.className = 'input'
        label.append('Card number', input)
        place.append(label)
        void page.standInIsReady().then((isReady) => {
          if (isReady) listeners.ready?.({ elementType: 'payment' })
        })
      },
    }
    return element
  }
  const elements = (options: { clientSecret: string; appearance: { theme: string } }) => {
    void page.standInAsked(`elements of ${options.clientSecret} in ${options.appearance.theme}`)
    let made: unknown = null
    return {
      clientSecret: options.clientSecret,
      create: (_type: string, given: { layout?: string }) => {
        made = fields(given)
        return made
      },
      getElement: () => made,
      update: ({ appearance }: { appearance?: { theme: string } }) => {
        if (appearance) void page.standInAsked(`appearance ${appearance.theme}`)
      },
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
      on: () => {},
    }
  }
  const confirm =
    (kind: 'payment' | 'setup') =>
    async (given: { elements: { clientSecret: string }; confirmParams: { return_url: string } }) => {
      const { clientSecret } = given.elements
      await page.standInAsked(`confirm ${kind} ${clientSecret} back to ${given.confirmParams.return_url}`)
      const answer = await page.standInAnswer(clientSecret)
      if (answer.kind === 'declined') return { error: { type: 'card_error', message: answer.message } }
      if (answer.kind === 'broken') throw new Error(answer.message)
      const back = new URL(given.confirmParams.return_url)
      back.searchParams.set(`${kind}_intent`, clientSecret.split('_secret')[0] ?? '')
      back.searchParams.set(`${kind}_intent_client_secret`, clientSecret)
      back.searchParams.set('redirect_status', 'succeeded')
      location.assign(back)
      return new Promise(() => {})
    }
  page.Stripe = (key: string) => {
    void page.standInAsked(`Stripe for ${key}`)
    const none = async () => ({})
    return {
      elements,
      confirmPayment: confirm('payment'),
      confirmSetup: confirm('setup'),
      createToken: none,
      createPaymentMethod: none,
      confirmCardPayment: none,
      registerAppInfo: () => {},
      _registerWrapper: () => {},
    }
  }
}
