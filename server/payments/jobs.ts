import { DAY, MINUTE } from '#domain/lib/local-time.ts'
import type { Job } from '../queue/jobs.ts'
import { carryOutEndings } from './endings.ts'
import { purgePaymentEvents } from './events.ts'
import type { ReadingContext } from './read-again.ts'
import { reconcile } from './reconcile.ts'
import type { Payments } from './stripe.ts'

/** Returns the server's jobs for payments, or none if it takes no payments. */
export function paymentJobs(context: ReadingContext, payments: Payments | null): Job[] {
  if (!payments) return []
  const { db, clock } = context
  return [
    { name: 'customers of deleted accounts', every: MINUTE, run: () => carryOutEndings(context, payments) },
    { name: 'missed payment events', every: 15 * MINUTE, run: () => reconcile(context, payments) },
    { name: 'old payment events', every: DAY, run: () => purgePaymentEvents(db, clock.now()) },
  ]
}
