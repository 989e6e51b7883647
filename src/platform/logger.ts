const said = new Set<string>()

/**
 * Writes a warning for whoever maintains the app, not for its user. Never include personal data: a console can be
 * shared.
 */
export function warn(message: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it
  if (cause === undefined) console.warn(message)
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it
  else console.warn(message, cause)
}

/**
 * Writes a warning only the first time: for permanent conditions, such as a missing browser feature, or those that
 * would repeat on every attempt.
 */
export function warnOnce(message: string, cause?: unknown): void {
  if (said.has(message)) return
  said.add(message)
  warn(message, cause)
}
