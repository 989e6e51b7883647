import { agoText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { type Facts, PROOF_HOLDS, shownOf, type Words } from './health.ts'

/** One line of the checks. */
export interface Check extends Words {
  name: 'permission' | 'connection' | 'proof' | 'installed' | 'storage'
}

/**
 * Returns the checks of this device, most important first. What this browser does not report is left out; while
 * reminders are off, none asks for attention.
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
      title: t('No notifications in this browser'),
      sentence: t('It has none to allow'),
    }
  if (permission === 'granted')
    return {
      name,
      tone: 'taken',
      title: t('Notifications are allowed'),
      sentence: t('In this browser, for Dosewell'),
    }
  return permission === 'denied'
    ? {
        name,
        tone: 'missed',
        title: t('Notifications are blocked'),
        sentence: t('Allow them in the browser’s settings'),
      }
    : {
        name,
        tone: 'due',
        title: t('Notifications are not allowed yet'),
        sentence: t('The browser asks when you turn reminders on'),
      }
}

function connectionCheck({ push, device, enabled, isBusy }: Facts): Check {
  const name = 'connection'
  if (!enabled)
    return { name, tone: 'due', title: t('Not set up for reminders'), sentence: t('They are off on this device') }
  if (push?.kind === 'on' && device)
    return {
      name,
      tone: 'taken',
      title: t('Set up for reminders'),
      sentence: t('As “{deviceName}”', { deviceName: device.deviceName }),
    }
  if (push === null || isBusy)
    return { name, tone: 'plain', title: t('Setting up'), sentence: t('Asking the browser’s push service') }
  if (push.kind === 'waiting' && device)
    return {
      name,
      tone: 'plain',
      title: t('Was set up for reminders'),
      sentence: t('Checked again with a connection'),
    }
  return {
    name,
    tone: 'missed',
    title: t('Not set up for reminders'),
    sentence: t('Nothing can be sent to this device'),
  }
}

function proofCheck(facts: Facts): Check {
  const { device, now } = facts
  const name = 'proof'
  const shownAt = shownOf(facts)
  if (shownAt === null)
    return { name, tone: 'due', title: t('Nothing has arrived yet'), sentence: t('Send a test to check') }
  const delay = device?.medianDelay ?? null
  return {
    name,
    tone: now - shownAt < PROOF_HOLDS ? 'taken' : 'due',
    title: t('Last reminder arrived {ago}', { ago: agoText(shownAt, now) }),
    sentence:
      delay === null
        ? t('How long it took is not known')
        : t('They usually take {duration}', { duration: delayText(delay) }),
  }
}

function installedCheck({ installed, isIos }: Facts): Check {
  const name = 'installed'
  if (installed)
    return {
      name,
      tone: 'taken',
      title: t('Installed as an app'),
      sentence: t('It opens and reminds like any other'),
    }
  return isIos
    ? {
        name,
        tone: 'missed',
        title: t('Not on the home screen'),
        sentence: t('Reminders can arrive only from there'),
      }
    : {
        name,
        tone: 'plain',
        title: t('Open in a browser tab'),
        sentence: t('Reminders are more reliable once it is installed'),
      }
}

const storageCheck = (persisted: boolean): Check =>
  persisted
    ? {
        name: 'storage',
        tone: 'taken',
        title: t('Storage is protected'),
        sentence: t('The browser will not clear your records to save space'),
      }
    : {
        name: 'storage',
        tone: 'plain',
        title: t('Storage is not protected'),
        sentence: t('When space runs out, the browser may clear what is here; what is synced stays on the server'),
      }

/** Returns the time from sent to shown (ms): `less than a second`, `2 seconds`, `3 minutes`. */
export function delayText(delay: number): string {
  const seconds = Math.round(delay / 1000)
  if (seconds < 1) return t('less than a second')
  if (delay < 2 * MINUTE) return t('{count, plural, one {# second} other {# seconds}}', { count: seconds })
  return t('{count, plural, one {# minute} other {{count} minutes}}', { count: Math.round(delay / MINUTE) })
}
