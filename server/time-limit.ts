/**
 * What the work comes to, or a rejection as soon as it takes longer than `ms` milliseconds. The work itself goes on; nobody hears of it
 * any more.
 */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new Error(`no answer within ${ms} ms`)), ms)
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer))
}
