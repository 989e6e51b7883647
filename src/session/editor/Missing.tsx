import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Notice } from '#src/ui/Notice.tsx'

/** Shown in place of a form when it may not be filled in, or the record in its address does not exist. */
export function Missing({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Notice className="mb-4" tone="plain" icon={<Info className="icon" />} title={title} role="status">
      {children}
    </Notice>
  )
}
