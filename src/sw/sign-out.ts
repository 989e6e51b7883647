import type { UserId } from '#domain/lib/ids.ts'
import { SIGN_OUT_PATH } from '#domain/protocol/sign-in-address.ts'
import { forgetOwner } from '#src/data/device-owners.ts'
import {
  addPendingDeletion,
  beginSignOut,
  forgetPush,
  isLogoutPending,
  readKnownUser,
  readSignedOut,
  setLogoutPending,
  settleWipe,
} from '#src/data/device-store.ts'
import { deleteInTime } from '#src/data/pending-deletion.ts'
import { readOtherIds } from '#src/data/people-store.ts'
import { countUnsent } from '#src/data/unsent.ts'
import { openChannel } from '#src/platform/channel.ts'
import { withLock } from '#src/platform/locks.ts'
import { type PushRegistration, unsubscribe } from '#src/platform/push-subscription.ts'
import { withEverybodysData } from './local-data.ts'
import { serverAnswer } from './logout-answer.ts'
import { signedOutPage, signOutQuestion } from './sign-out-pages.ts'

/** What a sign-out needs from the worker it runs in. */
export interface Surroundings {
  location: { origin: string }
  navigator: { clearAppBadge?(): Promise<void> }
  registration: PushRegistration & { getNotifications(): Promise<{ close(): void }[]> }
}

/**
 * Answers a navigation to /api/logout: through the server if it can be reached, else on this device alone (readings,
 * Reads).
 */
export async function answerLogout(
  request: Request,
  stylesheet: string | null,
  worker: Surroundings,
): Promise<Response> {
  const answer = await serverAnswer(request)
  if (answer) return answer
  if (!(await wasAsked(request, worker))) return signOutQuestion(await unsentHere(), SIGN_OUT_PATH, stylesheet)
  await signOutHere(worker)
  return signedOutPage(stylesheet)
}

/**
 * Returns whether the user chose to sign out here: the app and the question are our own pages, and the app notes the
 * choice before it navigates. A typed address looks the same as a link from another site that hides where it comes
 * from.
 */
const wasAsked = async ({ referrer }: Request, { location }: Surroundings): Promise<boolean> =>
  referrer.startsWith(`${location.origin}/`) || (await isLogoutPending())

/** Returns how many writes would be lost, of everybody here whose database can be read. */
async function unsentHere(): Promise<number> {
  let unsent = 0
  const counting = withEverybodysData(async ({ db }) => {
    const count = await countUnsent(db)
    unsent += count
  })
  await counting.catch(() => {})
  return unsent
}

/**
 * Removes all of the user's data from this device. The next connected start ends the session on the server before
 * anything else.
 */
async function signOutHere(worker: Surroundings): Promise<void> {
  const known = (await readKnownUser())?.id
  const users = new Set([known, await readSignedOut()])
  await setLogoutPending(true)
  if (known) await beginSignOut(known)
  await unsubscribe(worker.registration)
  await forgetPush()
  for (const shown of await worker.registration.getNotifications()) shown.close()
  await worker.navigator.clearAppBadge?.().catch(() => {})
  for (const user of users) if (user) await wipe(user)
}

async function wipe(user: UserId): Promise<void> {
  const channel = openChannel()
  channel.post({ kind: 'signed-out', user })
  channel.close()
  const people = [user, ...(await readOtherIds(user))]
  for (const person of people) await addPendingDeletion(person)
  await forgetOwner(user)
  await settleWipe()
  // While the database may still exist, the mark blocks every writer and drain.
  for (const person of people) await deleteInTime(person, withLock)
}
