import { HOUR } from '#domain/lib/local-time.ts'

/**
 * Whether two doses beside the plan are closer than an hour: then the second is asked about (readings, Medications).
 */
export const isSoonAfter = (last: number, moment: number): boolean => Math.abs(moment - last) < HOUR
