import { useEffect } from 'react'
import { needsConsent } from '#domain/access/may-use.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import AgeGate from '#src/features/age/AgeGate.tsx'
import { SignInFirst } from '#src/features/subscribe/SignInFirst.tsx'
import { SubscribePage } from '#src/features/subscribe/SubscribePage.tsx'
import { CancelSubscription } from './CancelSubscription.tsx'

/** /subscribe (specification, section 2). A payment is nothing for somebody whom the age gate still holds. */
export default function SubscribeScreen({ user }: { user: CurrentUser | null }) {
  const isHere = useDocumentOfItsOwn()
  if (!isHere) return null
  if (!user) return <SignInFirst />
  const gated = !user.ageVerified || needsConsent(user, Date.now())
  return gated ? <AgeGate /> : <SubscribePage Cancel={CancelSubscription} />
}

/**
 * The page comes and goes with its document: only that of this address lets the payment provider's script run, and it
 * must run on no other page. Reached or left within the app, the address is loaded again. Answers whether the document
 * is the right one.
 */
function useDocumentOfItsOwn(): boolean {
  const isHere = wasLoadedHere()
  useEffect(() => {
    if (!isHere) location.reload()
    return () => {
      if (location.pathname !== PAGES.subscribe) location.reload()
    }
  }, [isHere])
  return isHere
}

function wasLoadedHere(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && new URL(navigation.name).pathname === PAGES.subscribe
}
