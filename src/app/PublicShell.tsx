import { Outlet } from 'react-router-dom'
import { PublicFrame } from './PublicFrame.tsx'
import { usePageChange } from './use-page-change.ts'
import { useWorkerOpens } from './worker-opens.ts'

/**
 * Every page of a visitor. Reminders go on after a session has lapsed: what a click on one opens is where its sign-in
 * leads back to.
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
