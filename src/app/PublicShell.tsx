import { Outlet } from 'react-router-dom'
import { PublicFrame } from './PublicFrame.tsx'
import { usePageChange } from './use-page-change.ts'

/** Every page of a visitor. */
export function PublicShell() {
  usePageChange()
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  )
}
