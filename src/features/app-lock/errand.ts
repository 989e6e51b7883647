let begunAt: number | null = null

/**
 * Notes that something opens over the app as part of its own work: the camera, a file picker, the system's passkey
 * dialog. On phones that hides the page, which must not lock it while the user is working (away.ts).
 */
export function beginErrand(): void {
  begunAt = Date.now()
}

/** Returns when the last one began. */
export const errandBegunAt = (): number | null => begunAt
