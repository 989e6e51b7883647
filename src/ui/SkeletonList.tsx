import { useEffect, useState } from 'react'
import { Opening } from './Opening.tsx'

/** Below this, a flash of grey is worse than a moment of nothing (docs/look.md, "Loading"). */
const SHOW_AFTER_MS = 300

interface SkeletonListProps {
  /** What is being loaded, for screen readers: "Loading your medications". */
  label: string
  /** How many cards. */
  count?: number | undefined
}

/** Placeholder cards while the first data loads. For a device that holds no data yet; shown only after 300 ms. */
export function SkeletonList({ label, count = 3 }: SkeletonListProps) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Opening />
      {shown ? (
        <div className="stack" role="status">
          <span className="sr">{label}</span>
          {Array.from({ length: count }, (_, index) => index).map((index) => (
            <SkeletonCard key={index} />
          ))}
        </div>
      ) : null}
    </>
  )
}

function SkeletonCard() {
  return (
    <div className="card row row--nowrap items-start">
      <div className="skel skel--tile" />
      <div className="grow stack skel__lines">
        <div className="skel skel--title" />
        <div className="skel skel--line" />
        <div className="row row--tight">
          <div className="skel skel--chip" />
          <div className="skel skel--chip" />
        </div>
      </div>
    </div>
  )
}
