import { OUTBOX_TAG, requestOutboxSync } from '#src/platform/background-sync.ts'
import { deliverAll } from './deliver.ts'
import { everyStep } from './every-step.ts'
import { type LocalData, withEverybodysData } from './local-data.ts'
import { sendReceipts } from './receipts.ts'
import { type SyncEvent, worker } from './scope.ts'

/** `sync`: the network is back, and perhaps no page is open. Delivers what waits of everybody. */
export async function onSync({ tag, lastChance }: SyncEvent): Promise<void> {
  if (tag === OUTBOX_TAG) await deliverOutbox(lastChance)
}

/**
 * Rejects if something is left that another attempt may deliver: the browser then fires `sync` again, later each time.
 * Registering again instead would fire immediately, over and over, while a server is down; only after the browser's
 * last attempt is it the way to stay registered. A gate (signed out, age, an update) is not worth waking up for.
 */
async function deliverOutbox(lastChance: boolean): Promise<void> {
  let isLeft = false
  const deliverOne = async (local: LocalData) => {
    isLeft = (await deliverAll(local)) || isLeft
  }
  await everyStep(
    () => withEverybodysData(deliverOne),
    sendReceipts,
    async () => {
      if (!isLeft) return
      if (lastChance) await requestOutboxSync(worker.registration)
      throw new Error('The outbox is not empty yet')
    },
  )
}
