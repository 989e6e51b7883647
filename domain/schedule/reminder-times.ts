import type { LocalTime } from '../lib/local-time.ts'

export const sortedTimes = (times: readonly LocalTime[]): LocalTime[] => [...new Set(times)].sort()
