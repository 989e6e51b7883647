/** How often something happened, out of how often it could have. */
export interface Share {
  hits: number
  of: number
}

/**
 * Returns how likely it is, if the group made no difference, that this many of the hits or more fell into it: Fisher's
 * exact test, one-sided (the upper tail of the hypergeometric distribution). 0 to 1.
 */
export function chanceOf(group: Share, rest: Share): number {
  const all = group.of + rest.of
  const hits = group.hits + rest.hits
  const base = logChoose(all, group.of)
  let chance = 0
  for (let inside = group.hits; inside <= Math.min(hits, group.of); inside += 1) {
    if (hits - inside > rest.of) continue
    chance += Math.exp(logChoose(hits, inside) + logChoose(all - hits, group.of - inside) - base)
  }
  return Math.min(1, chance)
}

const logFactorials = [0]

function logFactorial(n: number): number {
  for (let k = logFactorials.length; k <= n; k += 1) {
    logFactorials.push((logFactorials[k - 1] ?? 0) + Math.log(k))
  }
  return logFactorials[n] ?? 0
}

const logChoose = (n: number, k: number): number =>
  k < 0 || k > n ? Number.NEGATIVE_INFINITY : logFactorial(n) - logFactorial(k) - logFactorial(n - k)

/**
 * Returns Welch's t for two samples: how many standard errors the first mean is above the second. 0 if there is too
 * little data.
 */
export function welch(first: readonly number[], second: readonly number[]): number {
  if (first.length < 2 || second.length < 2) return 0
  const error = Math.sqrt(variance(first) / first.length + variance(second) / second.length)
  const difference = mean(first) - mean(second)
  if (error === 0) return difference === 0 ? 0 : Math.sign(difference) * Number.POSITIVE_INFINITY
  return difference / error
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}
