import { noticesForCheck } from '#domain/reminders/push-notices.ts'
import { REMINDERS_TAG } from '#src/platform/background-sync.ts'
import { speakAsThePage } from '#src/platform/catalogue-cache.ts'
import { showNotice } from '#src/platform/show-notice.ts'
import { showEverybodysBadge } from './badge.ts'
import { deliverWaiting } from './deliver.ts'
import { everyStep } from './every-step.ts'
import { claimEverybodysReminders } from './local-reminders.ts'
import { sendReceipts } from './receipts.ts'
import { type SyncEvent, worker } from './scope.ts'

/**
 * `periodicsync`: shows what is due of everybody by local data and lists what was never announced, without a server and with every
 * page closed; then delivers what waits.
 */
export async function onPeriodicSync({ tag }: Pick<SyncEvent, 'tag'>): Promise<void> {
  if (tag === REMINDERS_TAG) await showDue()
}

async function showDue(): Promise<void> {
  await speakAsThePage()
  await everyStep(showReminders, showEverybodysBadge, deliverWaiting, sendReceipts)
}

const showReminders = (): Promise<unknown> =>
  claimEverybodysReminders(async (state) => {
    for (const notice of noticesForCheck(state)) await showNotice(worker.registration, notice)
  })
