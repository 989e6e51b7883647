import { drawDay } from './draw-day.ts'
import { drawEveryone } from './draw-everyone.ts'
import { element } from './draw-parts.ts'
import type { FirstScreen } from './read-day.ts'

/**
 * Renders what this device shows first, without React. Display only: no button that could not respond yet. The app
 * replaces it a moment later, in the same place.
 */
export function drawFirstScreen(screen: FirstScreen): HTMLElement[] {
  if (screen.kind === 'everyone') return [strip(), drawEveryone(screen.days)]
  return [...(screen.day.person ? [strip()] : []), drawDay(screen.day)]
}

/** Room for the row in which somebody is chosen. */
const strip = (): HTMLElement => element('div', 'people')
