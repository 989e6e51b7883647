import { toInstant } from '#domain/lib/instant.ts'
import { thisDevice } from '#src/data/device-store.ts'
import { notePush, readPushNotes, readWording } from '#src/data/push-notes.ts'
import { browserZone, deviceClock } from '#src/platform/clock.ts'
import { describeDevice } from '#src/platform/describe-device.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { pushCalls } from '#src/platform/push-calls.ts'
import { keepSubscribed } from '#src/platform/push-keeping.ts'
import { SUBSCRIBE_WITHIN } from '#src/platform/push-subscription.ts'
import { ownData } from '#src/platform/whose.ts'
import { withLocalData } from './local-data.ts'
import { worker } from './scope.ts'

/**
 * `pushsubscriptionchange`: the browser renewed or ended the subscription. With every page closed, the worker repairs
 * it (R4.4).
 */
export async function onSubscriptionChange(): Promise<void> {
  // Only if reminders are on: switching them off here removes the noted subscription.
  const { here: noted } = await readPushNotes()
  if (!noted) return
  await withLocalData(async ({ user }) => {
    if (user.id !== noted.user) return
    const { id, name } = await thisDevice(describeDevice)
    await keepSubscribed({
      registration: worker.registration,
      calls: pushCalls(createHttpTransport(ownData(user.id)), user.id),
      user: user.id,
      noted,
      device: {
        deviceId: id,
        deviceName: name,
        timeZone: browserZone(),
        wording: await readWording(),
      },
      onStored: async ({ endpoint, key }, devices) => {
        const known = { at: toInstant(deviceClock.now()), devices }
        await notePush({ here: { user: user.id, endpoint, key }, known })
      },
      within: SUBSCRIBE_WITHIN,
    })
  })
}
