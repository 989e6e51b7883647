/** The sound of the page: one, whoever it is about (R11.10). */
export interface PageSound {
  isPlaying: boolean
  stop(): void
}

/** Returns the sound that these alerts make together. */
export const pageSound = (alerts: readonly { isPlaying: boolean; stopSound(): void }[]): PageSound => ({
  isPlaying: alerts.some(({ isPlaying }) => isPlaying),
  stop() {
    for (const one of alerts) one.stopSound()
  },
})
