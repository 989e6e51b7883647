import type { BatchAnswer, BatchBody } from '#domain/protocol/batch.ts'
import { type Answer, codeOf, refused } from './sync-answer.ts'
import { findCall } from './sync-calls.ts'
import { readState } from './sync-state.ts'
import { performWrite, type WriteAnswer, type WriteContext, type Writer } from './sync-writes.ts'

type Call = BatchBody['calls'][number]

const UNKNOWN = refused(404, 'not_found', 'There is nothing at this address.')
const FAULT = refused(500, 'internal', 'Something went wrong on our side. Please try again.')
const NOT_ATTEMPTED = refused(424, 'not_attempted', 'An earlier change has to be saved first.')

/** Answers that decide nothing about a write: the next one must not overtake it (DESIGN §5, rule 6). */
export function stopsBatch(answer: Answer): boolean {
  const code = codeOf(answer)
  switch (answer.status) {
    case 401:
    case 408:
    case 425:
    case 426:
    case 429:
      return true
    case 403:
      return code === 'age_required' || code === 'consent_required'
    case 409:
      return code === 'wrong_user'
    case 410:
      return code === 'account_gone'
    default:
      return answer.status >= 500
  }
}

/** What a batch needs besides the database. */
export interface BatchPorts {
  /** One of the calls. A fault is thrown; nothing of that call happened then. */
  perform(call: Call): Promise<WriteAnswer>
  /** Hears of the fault, so that it is logged. */
  onFault(error: unknown): void
}

/**
 * Answers the calls one after the other, each as if it had come alone. After the first that decides nothing the rest is
 * answered 424, with sequence 0.
 */
export async function runBatch(calls: readonly Call[], ports: BatchPorts): Promise<BatchAnswer> {
  const results: BatchAnswer['results'] = []
  for (const call of calls) {
    const last = results.at(-1)
    const stopped = last && (last.status === 424 || stopsBatch(last as Answer))
    results.push(stopped ? { ...NOT_ATTEMPTED, seq: 0 } : await performOrFault(call, ports))
  }
  return { results }
}

async function performOrFault(call: Call, { perform, onFault }: BatchPorts): Promise<WriteAnswer> {
  try {
    return await perform(call)
  } catch (error) {
    onFault(error)
    return { ...FAULT, seq: 0 }
  }
}

/** One call of a batch, through the very code behind its plain route. */
export async function performCall(context: WriteContext, user: Writer, call: Call): Promise<WriteAnswer> {
  const { method, path, key, body } = call
  const found = findCall(method, path)
  if (!found) return { ...UNKNOWN, seq: (await readState(context.db, user.id)).seq }
  return performWrite(context, { user, key, body, ...found })
}
