import type { ReactNode } from 'react'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/**
 * For a summary of a list that this device never held, where emptiness means nothing. Says nothing while waiting for
 * the first answer.
 */
export function NotHere({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  if (isLoading) return null
  return (
    <EmptyState bare small scene="cloud">
      {children}
    </EmptyState>
  )
}
