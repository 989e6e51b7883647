/**
 * What app.html runs first. On the home screen it shows today's doses from what this device holds, some fifth of a second (on
 * a slow phone a whole one) before the app itself has been read, compiled and run; then it starts the app.
 */
import '#src/platform/zod-without-eval.ts'
import '#src/styles/index.css'
import { PAGES } from '#domain/protocol/pages.ts'
import { drawFirstDay } from './draw-day.ts'
import { readFirstDay } from './read-day.ts'

/** A database that does not answer (another tab upgrades it) must not hold the app back. */
const AT_MOST_MS = 250

/** Shows today's doses if this device knows them. Resolves when they are painted, or when there is nothing to show. */
async function showFirstDay(): Promise<void> {
  const place = document.getElementById('first-frame')
  // A hidden page gets no frames, and nobody looks at it.
  if (!place || location.pathname !== PAGES.home || document.hidden) return
  const day = await readFirstDay(Date.now())
  if (!day || place.dataset.late !== undefined) return
  place.append(drawFirstDay(day))
  // A frame's callbacks run before it is painted; what they post runs after.
  await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

const isLate = new Promise<void>((resolve) => setTimeout(resolve, AT_MOST_MS))

Promise.race([showFirstDay().catch(() => undefined), isLate]).then(() => {
  const place = document.getElementById('first-frame')
  if (place) place.dataset.late = ''
  return import('#src/main.tsx')
})
