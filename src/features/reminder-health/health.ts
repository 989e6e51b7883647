import { agoText } from '#domain/doses/dose-text.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { HOUR } from '#domain/lib/local-time.ts'
import type { PushDevice } from '#domain/protocol/push-answers.ts'
import type { PushState } from '#src/platform/push-keeping.ts'

/** What is known about reminders on this device. Instants are in milliseconds. */
export interface Facts {
  now: number
  /** Whether this browser has notifications. */
  supported: boolean
  permission: NotificationPermission
  /** Switched on here and allowed. */
  enabled: boolean
  installed: boolean
  isIos: boolean
  /** Null until known. */
  push: PushState | null
  isBusy: boolean
  /** This device as the server last described it. */
  device: PushDevice | null
  /** When this device's worker showed the last test. */
  testShownAt: Instant | null
  /** The user's answer to the last test. */
  seen: boolean | null
  /** Whether the browser promised to keep the data; null if it does not say. */
  persisted: boolean | null
}

export type Tone = 'taken' | 'due' | 'missed' | 'plain'

export interface Words {
  tone: Tone
  title: string
  sentence: string
}

/** R6.1: after this long without proof, the user should check. */
export const PROOF_HOLDS = 48 * HOUR

/** Returns the page's result in one sentence. */
export function verdictOf(facts: Facts): Words {
  const { push, device, enabled } = facts
  if (!enabled) return { tone: 'plain', ...offText(facts) }
  if (push === null || (facts.isBusy && push.kind !== 'on'))
    return { tone: 'plain', title: 'Checking this device', sentence: 'This takes a few seconds.' }
  switch (push.kind) {
    case 'on':
      return provenText(facts)
    case 'waiting':
      return {
        tone: 'plain',
        title: 'The server can’t be reached right now.',
        sentence: device
          ? 'What you see here is what was last known. Until there is a connection, you are reminded only while Dosewell is open.'
          : 'This device is set up as soon as there is a connection. Until then you are reminded only while Dosewell is open.',
      }
    case 'no-answer':
      return {
        tone: 'missed',
        title: 'This browser’s push service is not answering.',
        sentence: 'You are reminded only while Dosewell is open. It is tried again whenever you open the app.',
      }
    case 'refused':
      return {
        tone: 'missed',
        title: 'This browser won’t set up reminders.',
        sentence: 'Private windows and some browsers refuse. Here you are reminded only while Dosewell is open.',
      }
    case 'unsupported':
      return {
        tone: 'missed',
        title: 'This browser can’t receive reminders while Dosewell is closed.',
        sentence:
          'Here you are reminded only while it is open. Newer versions of Chrome, Edge, Firefox and Safari can.',
      }
    case 'unavailable':
      return {
        tone: 'due',
        title: 'You are reminded only while Dosewell is open.',
        sentence: push.sentence,
      }
  }
}

function offText({ supported, permission, installed, isIos }: Facts): Pick<Words, 'title' | 'sentence'> {
  if (isIos && !installed)
    return {
      title: 'First add Dosewell to your home screen.',
      sentence: 'An iPhone or iPad lets a website remind you only from there.',
    }
  if (!supported)
    return {
      title: 'This browser can’t show notifications.',
      sentence: 'Open Dosewell in Chrome, Edge, Firefox or Safari to be reminded.',
    }
  if (permission === 'denied')
    return {
      title: 'Notifications are blocked for Dosewell.',
      sentence: 'You can allow them in your browser’s settings.',
    }
  return {
    title: 'Reminders are off on this device.',
    sentence: 'Nothing reminds you here until you turn them on.',
  }
}

function provenText(facts: Facts): Words {
  const { now, seen } = facts
  if (seen === false)
    return {
      tone: 'missed',
      title: 'The test did not reach you.',
      sentence: 'Go through the steps below, then send another one.',
    }
  const shownAt = shownOf(facts)
  if (shownAt !== null && now - shownAt < PROOF_HOLDS)
    return {
      tone: 'taken',
      title: 'Reminders reach this device.',
      sentence: `The last one was shown here ${agoText(shownAt, now)}.`,
    }
  return {
    tone: 'due',
    title: 'Set up, but not tested.',
    sentence:
      shownAt === null
        ? 'No reminder has been shown here yet. Send a test to see one arrive.'
        : `The last one was shown here ${agoText(shownAt, now)}. Send a test to see whether they still arrive.`,
  }
}

/** Returns the latest proof from either side: a test is noted here before its receipt reaches the server. */
export function shownOf({ device, testShownAt }: Facts): number | null {
  const known = [device?.lastShownAt, testShownAt].flatMap((at) => (at ? [msOf(at)] : []))
  return known.length > 0 ? Math.max(...known) : null
}

/** Returns whether a device in the list may no longer be giving reminders. */
export const isDoubtful = ({ lastSentAt, lastShownAt }: PushDevice, now: number): boolean =>
  lastSentAt !== null && (lastShownAt === null || now - msOf(lastShownAt) > PROOF_HOLDS)
