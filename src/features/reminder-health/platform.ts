import { t } from '#domain/language/translate.ts'
/** Where the app runs, as far as repair steps differ. */
export interface Platform {
  system: 'ios' | 'android' | 'mac' | 'windows' | 'other'
  /** The name its settings use. */
  browser: string
}

/**
 * Reads the platform from the user agent, so it is only a hint. iPadOS calls itself a Mac, but no Mac has a touch
 * screen.
 */
export function platformOf(userAgent: string, maxTouchPoints: number): Platform {
  const isTablet = /Macintosh/.test(userAgent) && maxTouchPoints > 1
  const system =
    /iPhone|iPad|iPod/.test(userAgent) || isTablet
      ? 'ios'
      : /Android/.test(userAgent)
        ? 'android'
        : /Mac OS X/.test(userAgent)
          ? 'mac'
          : /Windows/.test(userAgent)
            ? 'windows'
            : 'other'
  return { system, browser: BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? t('your browser') }
}

/** The names of browsers are the same in every language. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** Returns how to allow blocked notifications again. */
export function allowSteps({ system, browser }: Platform): string[] {
  if (system === 'ios')
    return [
      t('Open Settings, then Notifications, then Dosewell.'),
      t('Switch on “Allow Notifications”, then come back here.'),
    ]
  if (system === 'android')
    return [
      t(
        'In {browser}, tap the icon left of the address, then “Permissions”. For the installed app: hold its icon, then “App info”.',
        { browser },
      ),
      t('Open “Notifications” and allow them, then come back here.'),
    ]
  return [
    browser === 'Safari'
      ? t('Open Safari’s Settings, then Websites, then Notifications.')
      : t('In {browser}, click the icon left of the address, then the settings of this site.', { browser }),
    t('Set Notifications to “Allow”, then come back to this page.'),
  ]
}

/** Returns what can stop a reminder even though everything is allowed, likeliest first. */
export function arriveSteps({ system, browser }: Platform): string[] {
  switch (system) {
    case 'ios':
      return [
        t('Settings, Notifications, Dosewell: allow Lock Screen, Banners and Sounds.'),
        t('Settings, Focus: let Dosewell through in Do Not Disturb and Sleep.'),
        t('Open Dosewell from the home screen, not in a Safari tab.'),
      ]
    case 'android':
      return [
        t('Settings, Apps, Dosewell or {browser}, Battery: choose “Unrestricted”. Battery saving delays reminders.', {
          browser,
        }),
        t('Settings, Apps, Dosewell or {browser}, Notifications: allow them, with sound.', { browser }),
        t('Settings, Do Not Disturb: add the app to the exceptions.'),
      ]
    case 'mac':
      return [
        t('System Settings, Notifications, {browser}: allow them, as alerts, with sound.', { browser }),
        t('Focus in the menu bar: off, or let the browser through.'),
        t('Leave {browser} running: on a computer nothing arrives once it has quit.', { browser }),
      ]
    case 'windows':
      return [
        t('Settings, System, Notifications: on, also for {browser}.', { browser }),
        t('Do not disturb: off, or the browser among the priority apps.'),
        t('Leave {browser} running, or let it run in the background: nothing arrives once it has quit.', { browser }),
      ]
    case 'other':
      return [
        t('In the system’s settings, allow notifications of {browser}.', { browser }),
        t('Switch Do Not Disturb off.'),
        t('Leave {browser} running: nothing arrives once it has quit.', { browser }),
      ]
  }
}

/** Returns how to put the app on the home screen of an iPhone or iPad, which its reminders require. */
export const homeScreenSteps = (): string[] => [
  t('In Safari, tap Share, the square with an arrow up. It may be behind “…”.'),
  t('Choose “Add to Home Screen”, then “Add”.'),
  t('Open Dosewell from your home screen and come back to this page.'),
]
