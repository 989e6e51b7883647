import { useEffect, useRef } from 'react'

/** Milliseconds between updates for people who prefer reduced motion; the bar then changes in steps. */
const CALM = 500

/** Shows the current volume as a bar. Visual only, so say anything important in text. `level` returns 0 to 1. */
export function LevelMeter({ level }: { level: () => number }) {
  const bar = useRef<HTMLSpanElement>(null)
  const current = useRef(level)
  current.current = level
  useEffect(() => {
    const show = () => bar.current?.style.setProperty('--level', current.current().toFixed(3))
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const timer = setInterval(show, CALM)
      return () => clearInterval(timer)
    }
    let frame = 0
    const next = () => {
      show()
      frame = requestAnimationFrame(next)
    }
    next()
    return () => cancelAnimationFrame(frame)
  }, [])
  return <span ref={bar} className="level" aria-hidden="true" />
}
