import type { ReactNode } from 'react'
import { LogoMark } from './glyphs.tsx'

/** A page without the rest of the app: the logo above one card (`.dialog`), which holds everything there is to do. */
export function Gate({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="gate">
      <span className="brand">
        <LogoMark />
        <span>
          <span className="brand__name">Dosewell</span>
        </span>
      </span>
      {children}
    </main>
  )
}
