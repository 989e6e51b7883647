import type { Plan } from './plan.ts'

/**
 * Returns a text that is equal for two plans exactly if they are the same: what an absent field means counts, and not
 * the order of an object's fields, which a database may change.
 */
export const planKey = ({ schedule, reminderTimes, startDate, endDate, amounts, pauses }: Plan): string =>
  JSON.stringify([schedule, reminderTimes, startDate, endDate, amounts ?? null, pauses ?? []], inOrder)

export const samePlan = (a: Plan, b: Plan): boolean => planKey(a) === planKey(b)

/** A replacer for JSON: the fields of an object by name, without those that are undefined. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
