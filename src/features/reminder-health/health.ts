import { agoText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
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
    return { tone: 'plain', title: t('Checking this device'), sentence: t('This takes a few seconds.') }
  switch (push.kind) {
    case 'on':
      return provenText(facts)
    case 'waiting':
      return {
        tone: 'plain',
        title: t('The server can’t be reached right now.'),
        sentence: device
          ? t(
              'What you see here is what was last known. Until there is a connection, you are reminded only while Dosewell is open.',
            )
          : t(
              'This device is set up as soon as there is a connection. Until then you are reminded only while Dosewell is open.',
            ),
      }
    case 'no-answer':
      return {
        tone: 'missed',
        title: t('This browser’s push service is not answering.'),
        sentence: t('You are reminded only while Dosewell is open. It is tried again whenever you open the app.'),
      }
    case 'refused':
      return {
        tone: 'missed',
        title: t('This browser won’t set up reminders.'),
        sentence: t('Private windows and some browsers refuse. Here you are reminded only while Dosewell is open.'),
      }
    case 'unsupported':
      return {
        tone: 'missed',
        title: t('This browser can’t receive reminders while Dosewell is closed.'),
        sentence: t(
          'Here you are reminded only while it is open. Newer versions of Chrome, Edge, Firefox and Safari can.',
        ),
      }
    case 'unavailable':
      return {
        tone: 'due',
        title: t('You are reminded only while Dosewell is open.'),
        sentence: push.sentence,
      }
  }
}

function offText({ supported, permission, installed, isIos }: Facts): Pick<Words, 'title' | 'sentence'> {
  if (isIos && !installed)
    return {
      title: t('First add Dosewell to your home screen.'),
      sentence: t('An iPhone or iPad lets a website remind you only from there.'),
    }
  if (!supported)
    return {
      title: t('This browser can’t show notifications.'),
      sentence: t('Open Dosewell in Chrome, Edge, Firefox or Safari to be reminded.'),
    }
  if (permission === 'denied')
    return {
      title: t('Notifications are blocked for Dosewell.'),
      sentence: t('You can allow them in your browser’s settings.'),
    }
  return {
    title: t('Reminders are off on this device.'),
    sentence: t('Nothing reminds you here until you turn them on.'),
  }
}

function provenText(facts: Facts): Words {
  const { now, seen } = facts
  if (seen === false)
    return {
      tone: 'missed',
      title: t('The test did not reach you.'),
      sentence: t('Go through the steps below, then send another one.'),
    }
  const shownAt = shownOf(facts)
  if (shownAt !== null && now - shownAt < PROOF_HOLDS)
    return {
      tone: 'taken',
      title: t('Reminders reach this device.'),
      sentence: t('The last one was shown here {ago}.', { ago: agoText(shownAt, now) }),
    }
  return {
    tone: 'due',
    title: t('Set up, but not tested.'),
    sentence:
      shownAt === null
        ? t('No reminder has been shown here yet. Send a test to see one arrive.')
        : t('The last one was shown here {ago}. Send a test to see whether they still arrive.', {
            ago: agoText(shownAt, now),
          }),
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
