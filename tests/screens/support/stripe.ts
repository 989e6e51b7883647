import { newStripeScript, type StripeScript, standIn } from '#tests/support/stripe-script.ts'
import type { User } from './user.ts'

/**
 * Installs the stand-in of tests/support/stripe-script.ts in a device's pages, from the next one on, which
 * load no scripts from elsewhere.
 */
export async function standInForStripe({ page }: User): Promise<StripeScript> {
  const script = newStripeScript()
  const calls = {
    standInAsked: async (what: string) => void script.asked.push(what),
    standInAnswer: async (secret: string) => script.answer(secret),
    standInIsReady: async () => script.isReady,
  }
  await page.addInitScript((given) => void Object.assign(window, given), calls)
  await page.addInitScript(standIn)
  await page.addInitScript(loadWhenAsked, script)
  return script
}

/** Runs in the page: makes the stand-in available once the app has asked for Stripe's script. */
function loadWhenAsked(script: StripeScript): void {
  const page = window as unknown as { Stripe?: unknown }
  const made = page.Stripe
  delete page.Stripe
  new MutationObserver((changes) => {
    for (const added of changes.flatMap((change) => [...change.addedNodes])) {
      if (!(added instanceof HTMLScriptElement && added.src.startsWith('https://js.stripe.com/'))) continue
      if (!script.failsToLoad) page.Stripe = made
      added.dispatchEvent(new Event(script.failsToLoad ? 'error' : 'load'))
    }
  }).observe(document, { childList: true, subtree: true })
}
