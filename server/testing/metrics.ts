/**
 * Returns a metric's value from Prometheus' text, by its name and labels exactly as written there; undefined if it is
 * missing.
 */
export function valueIn(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `))
  return line === undefined ? undefined : Number(line.slice(metric.length + 1))
}
