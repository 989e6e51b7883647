import { useEffect } from 'react'
import { latePart } from './late-part.ts'
import { useToastStore } from './toast-store.ts'

const region = latePart(() => import('./ToastRegion.tsx'))

/**
 * Loads the code for toasts. Call it when the page is idle, so that the first toast need not wait for the network.
 * Resolves once toasts can be shown or loading has failed.
 */
export const prepareToasts = region.fetched

/** The place for the toast. Render it once, at the root. */
export function Toaster() {
  const isWanted = useToastStore((state) => state.current !== null)
  const part = region.use()
  useEffect(() => {
    if (isWanted) region.want()
  }, [isWanted])
  return part ? <part.ToastRegion /> : null
}
