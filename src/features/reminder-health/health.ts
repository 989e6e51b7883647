import { agoWords } from '#domain/doses/dose-words.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { HOUR, MINUTE } from '#domain/lib/local-time.ts'
import type { PushDevice } from '#domain/protocol/push-answers.ts'
import type { PushState } from '#src/platform/push-keeping.ts'

/** What is known about reminders on this device. Instants in milliseconds. */
export interface Facts {
  now: number
  /** Whether this browser has notifications. */
  supported: boolean
  permission: NotificationPermission
  /** Switched on here and allowed. */
  enabled: boolean
  installed: boolean
  isIos: boolean
  /** Null while it is being found out. */
  push: PushState | null
  isBusy: boolean
  /** As the server last described this device. */
  device: PushDevice | null
  /** When the worker here showed the last test. */
  testShownAt: Instant | null
  /** The person's answer to the last test. */
  seen: boolean | null
  /** Whether the browser promised to keep the data; null where it does not say. */
  persisted: boolean | null
}

export type Tone = 'taken' | 'due' | 'missed' | 'plain'

export interface Words {
  tone: Tone
  title: string
  sentence: string
}

/** The rule of R6.1: so long without a proof, and somebody should look. */
const PROOF_HOLDS = 48 * HOUR

/** The page in one sentence. */
export function verdictOf(facts: Facts): Words {
  const { push, device, enabled } = facts
  if (!enabled) return { tone: 'plain', ...offWords(facts) }
  if (push === null || (facts.isBusy && push.kind !== 'on'))
    return { tone: 'plain', title: 'Checking this device', sentence: 'This takes a few seconds.' }
  switch (push.kind) {
    case 'on':
      return provenWords(facts)
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

function offWords({ supported, permission, installed, isIos }: Facts): Pick<Words, 'title' | 'sentence'> {
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

function provenWords(facts: Facts): Words {
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
      sentence: `The last one was shown here ${agoWords(shownAt, now)}.`,
    }
  return {
    tone: 'due',
    title: 'Set up, but not tested.',
    sentence:
      shownAt === null
        ? 'No reminder has been shown here yet. Send a test to see one arrive.'
        : `The last one was shown here ${agoWords(shownAt, now)}. Send a test to see whether they still arrive.`,
  }
}

/** The last proof, whichever knows it first: a test is noted here before its receipt has reached the server. */
function shownOf({ device, testShownAt }: Facts): number | null {
  const known = [device?.lastShownAt, testShownAt].flatMap((at) => (at ? [msOf(at)] : []))
  return known.length > 0 ? Math.max(...known) : null
}

/** One line of what was checked. */
export interface Check extends Words {
  name: 'permission' | 'connection' | 'proof' | 'installed' | 'storage'
}

/**
 * What was checked on this device, the most important first. Nothing is said of what this browser does not tell; while reminders
 * are off, nothing of it asks for attention.
 */
export function checksOf(facts: Facts): Check[] {
  const checks = [permissionCheck(facts), connectionCheck(facts), proofCheck(facts)]
  checks.push(installedCheck(facts))
  if (facts.persisted !== null) checks.push(storageCheck(facts.persisted))
  return facts.enabled ? checks : checks.map((check) => (check.tone === 'due' ? { ...check, tone: 'plain' } : check))
}

function permissionCheck({ permission, supported }: Facts): Check {
  const name = 'permission'
  if (!supported)
    return {
      name,
      tone: 'missed',
      title: 'No notifications in this browser',
      sentence: 'It has none to allow',
    }
  if (permission === 'granted')
    return {
      name,
      tone: 'taken',
      title: 'Notifications are allowed',
      sentence: 'In this browser, for Dosewell',
    }
  return permission === 'denied'
    ? {
        name,
        tone: 'missed',
        title: 'Notifications are blocked',
        sentence: 'Allow them in the browser’s settings',
      }
    : {
        name,
        tone: 'due',
        title: 'Notifications are not allowed yet',
        sentence: 'The browser asks when you turn reminders on',
      }
}

function connectionCheck({ push, device, enabled, isBusy }: Facts): Check {
  const name = 'connection'
  if (!enabled) return { name, tone: 'due', title: 'Not set up for reminders', sentence: 'They are off on this device' }
  if (push?.kind === 'on' && device)
    return { name, tone: 'taken', title: 'Set up for reminders', sentence: `As “${device.deviceName}”` }
  if (push === null || isBusy)
    return { name, tone: 'plain', title: 'Setting up', sentence: 'Asking the browser’s push service' }
  if (push.kind === 'waiting' && device)
    return {
      name,
      tone: 'plain',
      title: 'Was set up for reminders',
      sentence: 'Checked again with a connection',
    }
  return {
    name,
    tone: 'missed',
    title: 'Not set up for reminders',
    sentence: 'Nothing can be sent to this device',
  }
}

function proofCheck(facts: Facts): Check {
  const { device, now } = facts
  const name = 'proof'
  const shownAt = shownOf(facts)
  if (shownAt === null) return { name, tone: 'due', title: 'Nothing has arrived yet', sentence: 'Send a test to check' }
  const delay = device?.medianDelay ?? null
  return {
    name,
    tone: now - shownAt < PROOF_HOLDS ? 'taken' : 'due',
    title: `Last reminder arrived ${agoWords(shownAt, now)}`,
    sentence: delay === null ? 'How long it took is not known' : `They usually take ${delayWords(delay)}`,
  }
}

function installedCheck({ installed, isIos }: Facts): Check {
  const name = 'installed'
  if (installed)
    return {
      name,
      tone: 'taken',
      title: 'Installed as an app',
      sentence: 'It opens and reminds like any other',
    }
  return isIos
    ? {
        name,
        tone: 'missed',
        title: 'Not on the home screen',
        sentence: 'Reminders can arrive only from there',
      }
    : {
        name,
        tone: 'plain',
        title: 'Open in a browser tab',
        sentence: 'Reminders are more reliable once it is installed',
      }
}

const storageCheck = (persisted: boolean): Check =>
  persisted
    ? {
        name: 'storage',
        tone: 'taken',
        title: 'Storage is protected',
        sentence: 'The browser will not clear your records to save space',
      }
    : {
        name: 'storage',
        tone: 'plain',
        title: 'Storage is not protected',
        sentence: 'When space runs out, the browser may clear what is here; what is synced stays on the server',
      }

/** A span from sent to shown (ms): `less than a second`, `2 seconds`, `3 minutes`. */
export function delayWords(delay: number): string {
  const seconds = Math.round(delay / 1000)
  if (seconds < 1) return 'less than a second'
  if (delay < 2 * MINUTE) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.round(delay / MINUTE)} minutes`
}

/** Whether a device of the list may have stopped ringing. */
export const isDoubtful = ({ lastSentAt, lastShownAt }: PushDevice, now: number): boolean =>
  lastSentAt !== null && (lastShownAt === null || now - msOf(lastShownAt) > PROOF_HOLDS)
