import { PAGES } from '#domain/protocol/pages.ts'
import { signInLeadingTo } from '#domain/protocol/sign-in-address.ts'
import { prepareToasts } from '#src/ui/Toaster.tsx'

/**
 * Loads the sign-in, which leads back to /subscribe. The delay begins when the toast announcing it can be seen: on a
 * slow network the code for toasts may still be loading.
 * @param delay milliseconds
 * @returns a function that cancels it
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
