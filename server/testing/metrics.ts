/** The value of a metric in Prometheus' text, by its name with its labels as they are written there; undefined when it is not in it. */
export function valueIn(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `))
  return line === undefined ? undefined : Number(line.slice(metric.length + 1))
}
