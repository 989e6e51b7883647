import { PAGES } from '#domain/protocol/pages.ts'
import { signInLeadingTo } from '#domain/protocol/sign-in-address.ts'
import { prepareToasts } from '#src/ui/Toaster.tsx'

/**
 * Loads the sign-in, which leads back to /subscribe. The time begins when the toast that says so can be seen: on a slow
 * network what toasts are made of may still be on its way.
 * @param delay milliseconds
 * @returns gives it up
 */
export function goToSignInSoon(delay: number): () => void {
  let isGivenUp = false
  let timer: ReturnType<typeof setTimeout> | undefined
  void prepareToasts().then(() => {
    if (!isGivenUp) timer = setTimeout(goToSignIn, delay)
  })
  return () => {
    isGivenUp = true
    clearTimeout(timer)
  }
}

const goToSignIn = (): void => location.assign(signInLeadingTo(PAGES.subscribe))
