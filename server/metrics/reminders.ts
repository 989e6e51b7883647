import { Counter, Histogram, type Registry } from 'prom-client'

/** In seconds after the instant a message was for. R3.4 calls more than a minute late. */
const BUCKETS = [1, 2, 5, 10, 30, 60, 120, 300, 900]

/** The fields of an attempt that matter here (reminders/outcomes.ts); `dueAt` and `at`, the time it was sent, in ms. */
interface Attempt {
  dispatch: { dueAt: number; message: { kind: string } }
  result: { kind: string }
  at: number
}

export interface ReminderMetrics {
  attempted(attempts: readonly Attempt[]): void
}

/** Counts the results of messages to devices, and how late the accepted ones were sent. */
export function reminderMetrics(registry: Registry): ReminderMetrics {
  const registers = [registry]
  const messages = new Counter({
    name: 'dosewell_push_attempts_total',
    help: 'Attempts to hand a message to a push service, by kind and by what it answered (again: no answer, or one that another attempt follows).',
    labelNames: ['kind', 'result'],
    registers,
  })
  for (const kind of ['reminder', 'early', 'visit', 'settled', 'supply'])
    for (const result of ['delivered', 'again', 'gone', 'refused']) messages.inc({ kind, result }, 0)
  const lateness = new Histogram({
    name: 'dosewell_reminder_lateness_seconds',
    help: 'From the instant a reminder was for to the attempt that was taken.',
    buckets: BUCKETS,
    registers,
  })
  return {
    attempted(attempts) {
      for (const { dispatch, result, at } of attempts) {
        const { kind } = dispatch.message
        messages.inc({ kind, result: result.kind })
        const isReminder = kind === 'reminder' || kind === 'visit'
        if (isReminder && result.kind === 'delivered') lateness.observe(Math.max(0, at - dispatch.dueAt) / 1000)
      }
    },
  }
}
