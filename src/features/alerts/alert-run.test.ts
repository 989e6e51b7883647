import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DueReminder } from '#domain/reminders/alerts.ts'
import { at, SYDNEY, sampleMedication, times } from '#domain/testing/samples.ts'
import { showBadge } from '#src/platform/app-badge.ts'
import { ownData } from '#src/platform/whose.ts'
import { testDevice, USER } from '#src/testing/device.ts'
import { testPage } from '#src/testing/page.ts'
import { PATIENTLY } from '#tests/support/wait.ts'
import { startAlerts } from './alert-run.ts'
import { useBellUnlocked } from './bell.ts'

const EIGHT = at('2026-11-20 08:00')
const { locks } = navigator

/** What happened that a user hears or sees outside the page. */
let told: string[]
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)

/** A browser with everything an alert may use. */
function wholeBrowser(): void {
  testPage()
  told = []
  const registration = {
    active: {},
    getNotifications: async () => [],
    showNotification: async (title: string) => void told.push(`notification: ${title}`),
  }
  vi.stubGlobal('navigator', {
    locks,
    onLine: true,
    userActivation: { hasBeenActive: true },
    serviceWorker: { getRegistration: async () => registration },
    setAppBadge: async (count: number) => void told.push(`badge: ${count}`),
  })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('Notification', class {})
  vi.stubGlobal('speechSynthesis', {
    speak: ({ text }: { text: string }) => void told.push(`speech: ${text}`),
    cancel: () => void told.push('speech ended'),
  })
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      readonly text: string
      constructor(text: string) {
        this.text = text
      }
    },
  )
}

const refuse = () => {
  throw new DOMException('Not here.', 'SecurityError')
}

/** An API in which every call, at any depth, is refused. */
const refusing: object = new Proxy(refuse, {
  get: (_target, name) => (name === 'then' ? undefined : refusing),
  construct: refuse,
})

const GLOBALS = [
  'speechSynthesis',
  'SpeechSynthesisUtterance',
  'Notification',
  'Audio',
  'AudioContext',
  'BroadcastChannel',
  'fetch',
  'localStorage',
  'sessionStorage',
] as const
const OF_NAVIGATOR = ['locks', 'serviceWorker', 'setAppBadge', 'userActivation', 'permissions', 'onLine'] as const

interface Fault {
  what: string
  strike(): void
}

const ofNavigator = (name: string, value: PropertyDescriptor): void =>
  void Object.defineProperty(navigator, name, { configurable: true, ...value })

const FAULTS: Fault[] = [
  { what: 'nothing is missing', strike: () => {} },
  ...GLOBALS.flatMap((name) => [
    { what: `${name} is missing`, strike: () => vi.stubGlobal(name, undefined) },
    { what: `${name} refuses`, strike: () => vi.stubGlobal(name, refusing) },
  ]),
  ...OF_NAVIGATOR.flatMap((name) => [
    { what: `navigator.${name} is missing`, strike: () => ofNavigator(name, { value: undefined }) },
    { what: `navigator.${name} refuses`, strike: () => ofNavigator(name, { value: refusing }) },
    { what: `navigator.${name} cannot be read`, strike: () => ofNavigator(name, { get: refuse }) },
  ]),
  {
    what: 'everything is missing',
    strike() {
      for (const name of GLOBALS) vi.stubGlobal(name, undefined)
      for (const name of OF_NAVIGATOR) ofNavigator(name, { value: undefined })
    },
  },
]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: EIGHT + 1000 })
  wholeBrowser()
  useBellUnlocked.setState(true, true)
  uncaught.length = 0
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
})

afterEach(() => {
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Runs pending timers until none is left, as if that time had passed. */
function impatientTimers() {
  const waiting = new Set<() => void>()
  return {
    set(run: () => void) {
      waiting.add(run)
      return run
    },
    clear: (run: unknown) => void waiting.delete(run as () => void),
    pass() {
      for (const run of waiting) {
        waiting.delete(run)
        run()
      }
    },
  }
}

/** Waits until everything that was started has ended. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('an alert shows on the page and lets itself be waved away', () => {
  it.each(FAULTS)('when $what', async ({ strike }) => {
    const { db } = await testDevice()
    await db.medications.put(sampleMedication({ name: 'Metformin' }, [{ reminderTimes: times('08:00') }]))
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    strike()

    let shown: readonly DueReminder[] = []
    let isPlaying = false
    const timers = impatientTimers()
    const run = startAlerts({
      db,
      zone: SYDNEY,
      whose: ownData(USER),
      person: () => null,
      timers,
      speaks: () => true,
      requestSync: () => {},
      setAlerts: (alerts) => {
        shown = alerts
      },
      setPlaying: (playing) => {
        isPlaying = playing
      },
    })
    await showBadge(1)
    await vi.waitFor(() => expect(shown.map(({ view }) => view.name)).toEqual(['Metformin']), PATIENTLY)
    expect(isPlaying).toBe(true)
    timers.pass()
    expect(isPlaying).toBe(false)

    run.sound.start()
    run.dismiss()
    await vi.waitFor(() => expect(shown).toEqual([]), PATIENTLY)
    expect(isPlaying).toBe(false)
    await settled()
    run.end()
    expect(uncaught).toEqual([])
    const messages = warned.mock.calls.map(([message]) => message)
    expect(messages).toEqual([...new Set(messages)])
  })

  it('when the local database is closed under it', async () => {
    const { db } = await testDevice()
    await db.medications.put(sampleMedication({ name: 'Metformin' }, [{ reminderTimes: times('08:00') }]))
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    let shown: readonly DueReminder[] = []
    const run = startAlerts({
      db,
      zone: SYDNEY,
      whose: ownData(USER),
      person: () => null,
      timers: impatientTimers(),
      speaks: () => false,
      requestSync: () => {},
      setAlerts: (alerts) => {
        shown = alerts
      },
      setPlaying: () => {},
    })
    await vi.waitFor(() => expect(shown).toHaveLength(1), PATIENTLY)
    db.close()
    run.check()
    await settled()
    expect(shown).toHaveLength(1)
    run.dismiss()
    await vi.waitFor(() => expect(shown).toEqual([]), PATIENTLY)
    run.end()
    expect(uncaught).toEqual([])
  })
})

it('with everything there, an alert speaks, and stands outside of the page', async () => {
  const { db } = await testDevice()
  await db.medications.put(sampleMedication({ name: 'Metformin' }, [{ reminderTimes: times('08:00') }]))
  const timers = impatientTimers()
  const run = startAlerts({
    db,
    zone: SYDNEY,
    whose: ownData(USER),
    person: () => null,
    timers,
    speaks: () => true,
    requestSync: () => {},
    setAlerts: () => {},
    setPlaying: () => {},
  })
  await showBadge(1)
  await vi.waitFor(() => expect(told).toContain('notification: Medication Reminder'), PATIENTLY)
  timers.pass()
  run.end()
  expect(told).toContain('badge: 1')
  expect(told.filter((one) => one.startsWith('speech: '))).toEqual([
    expect.stringMatching(/^speech: Medication reminder\. It’?'?s time to take Metformin/),
  ])
})

it('R9.3 before a dose there is a quiet notification and no alert, once for all tabs', async () => {
  vi.setSystemTime(EIGHT - 10 * 60_000)
  const { db } = await testDevice()
  const notices = { headsUp: 15, followUps: [] }
  await db.medications.put(sampleMedication({ name: 'Metformin', notices }, [{ reminderTimes: times('08:00') }]))
  let shown: readonly DueReminder[] = []
  let isPlaying = false
  const start = () =>
    startAlerts({
      db,
      zone: SYDNEY,
      whose: ownData(USER),
      person: () => null,
      timers: impatientTimers(),
      speaks: () => true,
      requestSync: () => {},
      setAlerts: (alerts) => {
        shown = alerts
      },
      setPlaying: (playing) => {
        isPlaying = playing
      },
    })
  const tabs = [start(), start()]
  await vi.waitFor(() => expect(told).toContain('notification: Coming up'), PATIENTLY)
  for (const tab of tabs) tab.check()
  await settled()
  expect(told.filter((one) => one.startsWith('notification: '))).toEqual(['notification: Coming up'])
  expect([shown, isPlaying]).toEqual([[], false])
  vi.setSystemTime(EIGHT + 1000)
  for (const tab of tabs) tab.check()
  await vi.waitFor(() => expect(shown).toHaveLength(1), PATIENTLY)
  for (const tab of tabs) tab.end()
})
