import type { ReactNode } from 'react'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/**
 * In a summary of a list that this device never held: emptiness says nothing there. Nothing is said while the first
 * answer is awaited.
 */
export function NotHere({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  if (isLoading) return null
  return (
    <EmptyState bare small scene="cloud">
      {children}
    </EmptyState>
  )
}
