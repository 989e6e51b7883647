import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const SCENES = {
  /** A mug, two tablets, the sun: no medications. */
  table: (
    <>
      <circle className="sun" cx="100" cy="24" r="11" />
      <path className="thin" d="M6 84h120" />
      <path className="cool" d="M44 48h32v26a10 10 0 0 1-10 10H54a10 10 0 0 1-10-10Z" />
      <path d="M76 54h5a8 8 0 0 1 0 16h-5" />
      <path className="thin" d="M54 40c-3-4 3-6 0-11M65 40c-3-4 3-6 0-11" />
      <rect className="leaf" x="14" y="72" width="24" height="12" rx="6" />
      <path d="M26 72v12" />
      <circle className="warm" cx="104" cy="76" r="8" />
      <path className="thin" d="m97 73 5 5 9-6" />
    </>
  ),
  /** A sleeping bell: no reminders. */
  bell: (
    <>
      <path className="thin" d="M6 84h120" />
      <path className="warm" d="M42 72c8-8 6-18 6-26a18 18 0 0 1 36 0c0 8-2 18 6 26Z" />
      <path d="M60 78a7 7 0 0 0 13 0" />
      <path className="thin" d="M66 28v-6" />
      <path className="thin" d="M104 30h9l-9 11h9M116 14h6l-6 8h6" />
    </>
  ),
  /** A calendar: no appointments, nothing on that day. */
  calendar: (
    <>
      <path className="thin" d="M6 84h120" />
      <rect className="paper" x="36" y="22" width="60" height="56" rx="8" />
      <path className="cool" d="M36 38v-8a8 8 0 0 1 8-8h44a8 8 0 0 1 8 8v8Z" />
      <path d="M52 16v12M80 16v12" />
      <circle className="sun" cx="78" cy="60" r="8" />
      <path className="thin" d="M48 52h.01M60 52h.01M48 66h.01M60 66h.01" />
    </>
  ),
  /** A folder: no documents. */
  folder: (
    <>
      <path className="thin" d="M6 84h120" />
      <path className="leaf" d="M30 40a6 6 0 0 1 6-6h18l7 8h35a6 6 0 0 1 6 6v30a6 6 0 0 1-6 6H36a6 6 0 0 1-6-6Z" />
      <path className="paper" d="M46 50V18h30l10 10v22Z" />
      <path className="thin" d="M76 18v10h10M55 32h14M55 40h22" />
    </>
  ),
  /** A cloud with a tick: waiting for a connection. */
  cloud: (
    <>
      <path className="thin" d="M6 84h120" />
      <path className="cool" d="M40 60a16 16 0 0 1 4-31 24 24 0 0 1 46-2 17 17 0 0 1 4 33Z" />
      <path className="thin" d="m54 46 9 7 16-13" />
      <path className="thin" d="M50 72h.01M66 74h.01M82 72h.01" />
    </>
  ),
  /** A signpost in low sun: a page that does not exist. */
  signpost: (
    <>
      <circle className="sun" cx="30" cy="70" r="13" />
      <path className="thin" d="M6 84h120" />
      <path d="M70 18v66" />
      <path className="leaf" d="M52 26h40l10 8-10 8H52Z" />
      <path className="paper" d="M88 48H50l-10 8 10 8h38Z" />
      <path className="thin" d="M62 34h20M60 56h18M108 84c0-6 4-10 9-12M108 84c0-5-3-8-7-10" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type SceneName = keyof typeof SCENES

/** A small drawing on a table line, for empty states. */
export function Scene({ name, small }: { name: SceneName; small?: boolean | undefined }) {
  return (
    <svg className={classNames('scene', small && 'scene--s')} viewBox="0 0 132 96" aria-hidden="true">
      {SCENES[name]}
    </svg>
  )
}
