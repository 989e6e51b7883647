import { useEffect } from 'react'
import { needsConsent } from '#domain/access/may-use.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import AgeGate from '#src/features/age/AgeGate.tsx'
import { SignInFirst } from '#src/features/subscribe/SignInFirst.tsx'
import { SubscribePage } from '#src/features/subscribe/SubscribePage.tsx'
import { CancelSubscription } from './CancelSubscription.tsx'

/** /subscribe (specification, section 2). Users still behind the age gate cannot pay. */
export default function SubscribeScreen({ user }: { user: CurrentUser | null }) {
  const isHere = useDocumentOfItsOwn()
  if (!isHere) return null
  if (!user) return <SignInFirst />
  const gated = !user.ageVerified || needsConsent(user, Date.now())
  return gated ? <AgeGate /> : <SubscribePage Cancel={CancelSubscription} />
}

/**
 * This page needs its own document: only the one loaded at this address allows the payment provider's script, which
 * must not run on any other page. When it is reached or left within the app, the page therefore reloads. Returns
 * whether the document is the right one.
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
