import { classify } from './classify.ts'
import type { SyncAnswer, SyncStore, Transport } from './ports.ts'

interface EpochPorts {
  store: SyncStore
  transport: Transport
  user: string
}

/**
 * A transport whose requests name the epoch this device knows (S11.2), read when the pass began: whoever changes it
 * holds the drain lock. The first epoch it ever hears of is remembered before anything else is made of that answer.
 * What a server of another epoch says as if nothing had happened counts as no answer: a list of a restored server would
 * take away what it does not have yet.
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
