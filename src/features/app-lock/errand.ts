let begunAt: number | null = null

/**
 * Something opens over the app that belongs to its own work: the camera, a list of files, the system's question about a
 * passkey. On phones that puts the page out of sight, which must not lock it under the person's hands (away.ts).
 */
export function beginErrand(): void {
  begunAt = Date.now()
}

/** When the last one began. */
export const errandBegunAt = (): number | null => begunAt
