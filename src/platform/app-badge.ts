import type { SlotView } from '#domain/doses/dose-views.ts'

/** Missing from TypeScript's worker library, and from most browsers. */
interface WithBadge {
  setAppBadge?(count: number): Promise<void>
  clearAppBadge?(): Promise<void>
}

/** Returns how many doses need the user now. */
export const countDue = (views: readonly SlotView[]): number =>
  views.filter(({ state }) => state === 'due' || state === 'late').length

/** Shows the number on the app's icon where the platform supports it (an installed app). */
export async function showBadge(count: number, browser: WithBadge = navigator): Promise<void> {
  try {
    await (count > 0 ? browser.setAppBadge?.(count) : browser.clearAppBadge?.())
  } catch {
    // Not installed, or the user disabled its badge: the icon stays as it is.
  }
}
