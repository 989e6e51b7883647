import { classify } from './classify.ts'
import type { SyncAnswer, SyncStore, Transport } from './ports.ts'

interface EpochPorts {
  store: SyncStore
  transport: Transport
  user: string
}

/**
 * Returns a transport whose requests name the epoch this device knows (S11.2), as read when the pass began; only a
 * holder of the drain lock changes it. The first epoch ever received is stored before anything else is done with that
 * answer. A normal answer from a server of another epoch counts as no answer: a restored server's list would remove
 * what it does not have yet.
 */
export function inEpoch({ store, transport, user }: EpochPorts, known: string | null): Transport {
  let epoch = known
  return {
    async send(request) {
      const answer = await transport.send({ ...request, epoch })
      if (!answer?.epoch || answer.epoch === epoch || answer.protocol === null || answer.user !== user) return answer
      if (epoch !== null) return isDecision(answer) ? null : answer
      await store.rememberEpoch(answer.epoch)
      epoch = answer.epoch
      return answer
    },
  }
}

const isDecision = (answer: SyncAnswer): boolean =>
  answer.status === 304 || ['done', 'refused'].includes(classify(answer, false).kind)
