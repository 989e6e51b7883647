import * as z from 'zod/mini'
import { t } from '#domain/language/translate.ts'
import { type Amount, parseAmount } from '#domain/lib/amount.ts'
import { amountIn } from '#domain/lib/amount-schema.ts'
import { supplyUnitOf } from '#domain/supply/supply-unit.ts'
import { NOT_AN_AMOUNT, sizeError } from '#src/session/amount-rule.ts'
import { type PlanContext, type PlanValues, planOfValues } from './plan-values.ts'

/** What is there of a new medicine, as typed; missing from drafts of an earlier version. */
export const leftValuesShape = { left: z._default(z.string(), '') } as const

export const EMPTY_LEFT = { left: '' }

/** Returns what a new medicine is counted in; null if its plan counts nothing. */
export function countedIn(values: PlanValues, context: PlanContext): string | null {
  const plan = planOfValues(values, context)
  return plan && supplyUnitOf(plan)
}

/** Returns what is there to begin with; null if nobody said, or nothing is counted. */
export const leftOf = (values: PlanValues & { left: string }, context: PlanContext): Amount | null =>
  countedIn(values, context) === null ? null : amountIn(values.left)

export function leftError({ left }: { left: string }): { left?: string } {
  if (left.trim() === '') return {}
  const error = parseAmount(left) === null ? t(NOT_AN_AMOUNT) : sizeError(left)
  return error ? { left: error } : {}
}
