import { useEffect } from 'react'
import { latePart } from './late-part.ts'
import { useToastStore } from './toast-store.ts'

const region = latePart(() => import('./ToastRegion.tsx'))

/**
 * Fetches what toasts are made of. Call it when the page is idle, so that the first one waits for no network. Resolves
 * once they can be seen, or cannot be fetched.
 */
export const prepareToasts = region.fetched

/** The place of the toast. Render it once, at the root. */
export function Toaster() {
  const isWanted = useToastStore((state) => state.current !== null)
  const part = region.use()
  useEffect(() => {
    if (isWanted) region.want()
  }, [isWanted])
  return part ? <part.ToastRegion /> : null
}
