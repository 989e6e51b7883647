const said = new Set<string>()

/**
 * Writes a warning for whoever looks after the app, not the person using it. Never with personal data: a console can be
 * shared.
 */
export function warn(message: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it
  if (cause === undefined) console.warn(message)
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it
  else console.warn(message, cause)
}

/**
 * Writes a warning the first time it is given: for what stays as it is, such as a browser without a feature, or would
 * be said at every try.
 */
export function warnOnce(message: string, cause?: unknown): void {
  if (said.has(message)) return
  said.add(message)
  warn(message, cause)
}
