import { Outlet } from 'react-router-dom'
import { PublicFrame } from './PublicFrame.tsx'
import { usePageChange } from './use-page-change.ts'
import { useWorkerOpens } from './worker-opens.ts'

/**
 * Wraps every page of a visitor. Reminders continue after a session has lapsed, so signing in leads back to what a
 * clicked reminder opens.
 */
export function PublicShell() {
  usePageChange()
  useWorkerOpens()
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  )
}
