import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const FORMS = {
  tablet: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3.6 9.5 10.6 14.6 20 7.6" />
    </>
  ),
  round: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17" />
    </>
  ),
  caplet: (
    <>
      <rect x="2.5" y="7" width="19" height="10" rx="5" />
      <path d="M12 7v10" />
    </>
  ),
  capsule: (
    <>
      <path d="m10.5 20.5 10-10a4.95 4.95 0 1 0-7-7l-10 10a4.95 4.95 0 1 0 7 7Z" />
      <path d="m8.5 8.5 7 7" />
    </>
  ),
  puff: (
    <>
      <path d="M8 9V4.5A1.5 1.5 0 0 1 9.5 3h5A1.5 1.5 0 0 1 16 4.5V9" />
      <path d="M7 9h10v5.5a1.5 1.5 0 0 1-1.5 1.5H12v3.5a1.5 1.5 0 0 1-1.5 1.5h-2A1.5 1.5 0 0 1 7 19.5Z" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type FormName = keyof typeof FORMS

/** The form of a medicine as a line drawing, sized like an icon. `className` is added to `icon` (`dose__form`). */
export function FormGlyph({ form, className }: { form: FormName; className?: string | undefined }) {
  return (
    <svg className={classNames('icon', className)} viewBox="0 0 24 24" aria-hidden="true">
      {FORMS[form]}
    </svg>
  )
}

/** The logo: a scored tablet whose score is a tick, the sun above it, the well below. */
export function LogoMark() {
  return (
    <svg className="brand__mark" viewBox="0 0 64 64" aria-hidden="true">
      <path
        className="s"
        strokeWidth="2.8"
        strokeLinejoin="round"
        d="M5.25 25.19 L24.79 38.66 L54.11 15.48 A27.6 27.6 0 0 0 5.25 25.19Z"
      />
      <path
        className="w"
        strokeWidth="2.8"
        strokeLinejoin="round"
        d="M4.92 37.35 L25.21 51.34 L58.67 24.88 A27.6 27.6 0 1 1 4.92 37.35Z"
      />
    </svg>
  )
}
