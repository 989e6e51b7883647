import type { SlotView } from '#domain/doses/dose-views.ts'

/** In no TypeScript library of the worker, and in few browsers. */
interface WithBadge {
  setAppBadge?(count: number): Promise<void>
  clearAppBadge?(): Promise<void>
}

/** How many doses ask for the person now. */
export const countDue = (views: readonly SlotView[]): number =>
  views.filter(({ state }) => state === 'due' || state === 'late').length

/** Puts the number on the app's icon, where the platform has that (an installed app). */
export async function showBadge(count: number, browser: WithBadge = navigator): Promise<void> {
  try {
    await (count > 0 ? browser.setAppBadge?.(count) : browser.clearAppBadge?.())
  } catch {
    // Not installed, or the person took the badge away from it: the icon stays as it is.
  }
}
