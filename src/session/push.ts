import { useMemo } from 'react'
import { create } from 'zustand'
import type { UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { PushDevice, PushTestAnswer, Wording } from '#domain/protocol/push-answers.ts'
import { type Device, readKnownUser } from '#src/data/device-store.ts'
import {
  dropReceipt,
  type KnownDevices,
  notePush,
  noteWording,
  type PushTest,
  readPushNotes,
  readWording,
} from '#src/data/push-notes.ts'
import { browserZone, deviceClock } from '#src/platform/clock.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { withLock } from '#src/platform/locks.ts'
import { warnOnce } from '#src/platform/logger.ts'
import { type Called, type PushCalls, pushCalls, reportShown } from '#src/platform/push-calls.ts'
import { endSubscribed, keepSubscribed, type PushState } from '#src/platform/push-keeping.ts'
import { SUBSCRIBE_WITHIN } from '#src/platform/push-subscription.ts'
import { ownData } from '#src/platform/whose.ts'
import { useSession } from './session.ts'

/** Which account's reminders, and on which device. Push is one account's on a device, whoever is shown. */
export interface PushOwner {
  userId: UserId
  device: Device
}

/** Returns the same object until the user or the device changes. */
export function usePushOwner(): PushOwner {
  const { account, device } = useSession()
  const userId = account.id
  return useMemo(() => ({ userId, device }), [userId, device])
}

interface PushView {
  /** Null until this page has checked. */
  state: PushState | null
  /** Being checked or repaired. */
  isBusy: boolean
  /** The server's last list of the account's devices; null if this device never received one. */
  known: KnownDevices | null
  /** The endpoint by which the server knows this device. */
  endpoint: string | null
  wording: Wording
  test: PushTest | null
}

export const usePush = create<PushView>(() => ({
  state: null,
  isBusy: false,
  known: null,
  endpoint: null,
  wording: 'full',
  test: null,
}))

/** Reads what this device noted earlier, to show until the server answers and while offline. */
export async function recallPush(): Promise<void> {
  const [{ known, here, test }, wording] = await Promise.all([readPushNotes(), readWording()])
  usePush.setState({ known, endpoint: here?.endpoint ?? null, wording, test })
}

const callsOf = ({ userId }: PushOwner): PushCalls => pushCalls(createHttpTransport(ownData(userId)), userId)

/** Runs in one tab at a time: two would each replace the other's subscription. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => withLock('dosewell-push', {}, work)

/** Subscribes this device or repairs its subscription (R4.4), and tells the server what changed here. */
export async function keepPush(owner: PushOwner): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration?.active) return
  usePush.setState({ isBusy: true })
  const state = await inTurn(async () =>
    keepSubscribed({
      registration,
      calls: callsOf(owner),
      user: owner.userId,
      noted: (await readPushNotes()).here,
      device: {
        deviceId: owner.device.id,
        deviceName: owner.device.name,
        timeZone: browserZone(),
        wording: await readWording(),
      },
      onStored: async ({ endpoint, key }, devices) => {
        // Signed out meanwhile: the server's copy ends with the session, and nothing more is noted here.
        if ((await readKnownUser())?.id !== owner.userId) return
        await notePush({ here: { user: owner.userId, endpoint, key } })
        usePush.setState({ endpoint })
        await keepDevices(devices)
      },
      within: SUBSCRIBE_WITHIN,
    }),
  ).catch((cause: unknown) => {
    // The device store or a lock failed: what was known before still holds.
    warnOnce('Reminders could not be kept on this device', cause)
    return usePush.getState().state
  })
  usePush.setState({ state, isBusy: false })
  await reportReceipts(owner)
}

/**
 * Reports what the worker showed but could not report (R5.4), then asks for the devices again, since their list
 * predates these receipts.
 */
export async function reportReceipts(owner: PushOwner): Promise<void> {
  const { receipts } = await readPushNotes()
  if (receipts.length === 0) return
  await reportShown(createHttpTransport(ownData(owner.userId)), receipts, dropReceipt)
  await refreshDevices(owner)
}

/**
 * Turns reminders off on this device: nothing is pushed here any more, even if they were still being set up. Whatever
 * could not be sent to the server is sent at the next start.
 */
export async function endPush(owner: PushOwner): Promise<void> {
  usePush.setState({ state: null, isBusy: false })
  const registration = (await navigator.serviceWorker?.getRegistration()) ?? {}
  const isEnded = await inTurn(async () => {
    // Read inside the lock: a setup in progress notes its result at its end.
    const { here: noted } = await readPushNotes()
    const isDone = await endSubscribed({ registration, calls: callsOf(owner), noted })
    if (isDone && noted) await notePush({ here: null })
    usePush.setState(isDone ? { state: null, endpoint: null } : { state: null })
    return isDone && noted
  })
  if (isEnded) await refreshDevices(owner)
}

/** Asks the server for the list of devices and how their messages arrived. Does nothing if it cannot be reached. */
export async function refreshDevices(owner: PushOwner): Promise<void> {
  const answer = await callsOf(owner).devices()
  if (answer.kind === 'ok') await keepDevices(answer.value)
}

async function keepDevices(devices: PushDevice[]): Promise<void> {
  const known = { at: toInstant(deviceClock.now()), devices }
  await notePush({ known })
  usePush.setState({ known })
}

/**
 * Saves the wording here immediately, so that what this device shows follows it; the server is told if the device is
 * subscribed.
 */
export async function setWording(owner: PushOwner, wording: Wording): Promise<void> {
  await noteWording(wording)
  usePush.setState({ wording })
  if (usePush.getState().endpoint !== null) await keepPush(owner)
}

/** Returns true if the server no longer has the device. It comes back when it is next opened with reminders on. */
export async function removeDevice(owner: PushOwner, endpoint: string): Promise<boolean> {
  const removed = await callsOf(owner).remove(endpoint)
  if (removed.kind !== 'ok') return false
  await refreshDevices(owner)
  return true
}

/** Asks for a test message to this device. */
export async function sendTest(owner: PushOwner): Promise<Called<PushTestAnswer>> {
  const { endpoint } = usePush.getState()
  if (endpoint === null) return { kind: 'later' }
  const sentAt = toInstant(deviceClock.now())
  const answer = await callsOf(owner).test(endpoint)
  if (answer.kind === 'ok' && answer.value.outcome === 'delivered') {
    // The worker may have shown it before this answer arrived.
    const isShown = shownEarly.delete(answer.value.id)
    await keepTest({
      id: answer.value.id,
      sentAt,
      shownAt: isShown ? toInstant(deviceClock.now()) : null,
      seen: null,
    })
  }
  return answer
}

const shownEarly = new Set<string>()

/** Notes that the worker showed the push with this id. */
export async function noteTestShown(id: string): Promise<void> {
  const { test } = usePush.getState()
  if (test?.id === id) await keepTest({ ...test, shownAt: test.shownAt ?? toInstant(deviceClock.now()) })
  else shownEarly.add(id)
}

/** Saves the user's answer to "Did you see it?". */
export async function answerTest(seen: boolean): Promise<void> {
  const { test } = usePush.getState()
  if (test) await keepTest({ ...test, seen })
}

async function keepTest(test: PushTest): Promise<void> {
  usePush.setState({ test })
  await notePush({ test })
}
