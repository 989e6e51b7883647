import { newStripeScript, type StripeScript, standIn } from '#tests/support/stripe-script.ts'
import type { User } from './user.ts'

/** The stand-in of tests/support/stripe-script.ts for the pages of a device from the next one on, where no script is loaded from elsewhere. */
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

/** Runs in the page: what the stand-in has made is there once the app has asked for Stripe's script. */
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
