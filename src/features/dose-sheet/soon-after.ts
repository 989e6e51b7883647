import { HOUR } from '#domain/lib/local-time.ts'

/**
 * Returns whether two doses outside the plan are less than an hour apart, so that the second needs a question
 * (readings, Medications).
 */
export const isSoonAfter = (last: number, moment: number): boolean => Math.abs(moment - last) < HOUR
