/**
 * The first script app.html runs. On the home screen it shows today's doses from this device about a fifth of a second
 * (on a slow phone a whole second) before the app itself has been read, compiled and run; then it starts the app.
 */
import '#src/styles/index.css'
import { t } from '#domain/language/translate.ts'
import { isExample, PAGES } from '#domain/protocol/pages.ts'
import { speakChosenLanguage } from '#src/session/page-language.ts'
import { isKnownVisitor } from '../known-visitor.ts'
import { drawFirstScreen } from './draw-screen.ts'
import { closeEarly } from './early-databases.ts'
import { readFirstScreen } from './read-day.ts'

/** A database that does not answer (another tab upgrades it) must not hold up the app. */
const AT_MOST_MS = 250

/** Shows today's doses if this device knows them. Resolves once it is clear what, if anything, to paint. */
async function showFirstDay(): Promise<void> {
  const place = document.getElementById('first-frame')
  const isSimple = document.documentElement.dataset.simple !== undefined
  if (!place || isSimple || location.pathname !== PAGES.home) return closeEarly()
  const screen = await readFirstScreen(Date.now()).finally(closeEarly)
  if (!screen || place.dataset.late !== undefined) return
  // The server may have put its greeting there.
  place.querySelector('main')?.remove()
  place.append(...drawFirstScreen(screen))
}

/**
 * Resolves after painting: a frame's callbacks run before it is painted, and what they post runs after. A hidden page
 * gets no frames.
 */
const painted = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

const late = new Promise<void>((resolve) => setTimeout(resolve, AT_MOST_MS))

/**
 * Requests the app only when the first frame is painted: on a slow network it would take bandwidth from the style sheet
 * and the typeface, and on a slow phone its 150 kB would be compiled first. Both parts are requested together, so that
 * neither waits for the other.
 */
async function start(): Promise<void> {
  await speakChosenLanguage()
  // Not the app's, so that it keeps the focus while the app takes the first frame's place.
  document.querySelector('.skip')?.replaceChildren(t('Skip to the content'))
  await Promise.race([showFirstDay().then(painted, painted), late])
  const place = document.getElementById('first-frame')
  if (place) place.dataset.late = ''
  // Only a head start: the app requests it again, and knows what to say if it fails to load.
  if (!isKnownVisitor() && !isExample(location.pathname)) import('#src/app/SignedIn.tsx').catch(() => undefined)
  await import('#src/main.tsx')
}

void start()
