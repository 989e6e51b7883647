/** Where warnings go that concern whoever looks after the app, not the person using it. */
export type LogSink = (message: string, cause?: unknown) => void

const toConsole: LogSink = (message, cause) => {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it
  if (cause === undefined) console.warn(message)
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it
  else console.warn(message, cause)
}

let sink: LogSink = toConsole
const said = new Set<string>()

/** Writes a warning. Never with personal data: a console can be shared. */
export const warn: LogSink = (message, cause) => sink(message, cause)

/** Writes a warning the first time it is given: for what stays as it is, such as a browser without a feature. */
export function warnOnce(message: string): void {
  if (said.has(message)) return
  said.add(message)
  warn(message)
}

/** Sends warnings elsewhere (a test collects or drops them) and forgets which were said. Answers the way back. */
export function redirectLog(to: LogSink): () => void {
  const before = sink
  sink = to
  said.clear()
  return () => {
    sink = before
  }
}
