import type { Context } from '../http/context.ts'
import type { Payments } from './stripe.ts'

export interface PaymentContext extends Context {
  /** Null if this server takes no payments. */
  payments: Payments | null
}
