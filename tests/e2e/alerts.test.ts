import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { planDay, plannedTime } from './support/day.ts'
import { enableNotifications, setPermission, shownIn } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import type { User, UserOptions } from './support/user.ts'

const screens = setUpScreens()

/** Creates a user whose reminders sound, with the home screen open. */
async function listener(options?: UserOptions): Promise<User> {
  const user = await screens.user(options)
  await user.signUp()
  await user.workerReady()
  await enableNotifications(user)
  return user
}

/** Counts the notifications that this user's pages show from now on. */
async function countNotifications(user: User): Promise<() => Promise<number>> {
  await user.context.addInitScript(() => {
    // An empty tab has no service workers.
    if (!isSecureContext) return
    const show = ServiceWorkerRegistration.prototype.showNotification
    ServiceWorkerRegistration.prototype.showNotification = function (...words) {
      const counted = window as unknown as { notified?: number }
      counted.notified = (counted.notified ?? 0) + 1
      return show.apply(this, words)
    }
  })
  const countIn = (page: Page) => page.evaluate(() => (window as unknown as { notified?: number }).notified ?? 0)
  return async () => {
    const counts = await Promise.all(user.context.pages().map(countIn))
    return counts.reduce((sum, count) => sum + count, 0)
  }
}

/** Makes a pause of 700 ms, begun by this user's pages from now on, last until it is ended here. */
async function holdPauses(user: User): Promise<{ end(): Promise<void> }> {
  await user.context.addInitScript(() => {
    const begin = window.setTimeout
    const held: (() => void)[] = []
    const setTimeout = (run: () => void, ms?: number) => {
      if (ms !== 700) return begin(run, ms)
      held.push(run)
      return 0
    }
    const endPauses = () => {
      for (const run of held.splice(0)) run()
    }
    Object.assign(window, { setTimeout, endPauses })
  })
  return {
    end: () => user.page.evaluate(() => (window as unknown as { endPauses(): void }).endPauses()),
  }
}

/** Taps the button's position, whatever element receives the tap. */
async function pressAt(button: Locator): Promise<void> {
  const box = await button.boundingBox()
  if (!box) throw new Error('There is nothing to press')
  await button.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '')

/** Makes the page process due reminders, ask the server too, and draw the result. */
async function lookNow(page: Page): Promise<void> {
  const answered = page.waitForResponse(/\/api\/reminders\/due-now/)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await (await answered).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

const kindsOnServer = async (user: User) => {
  await user.saved()
  return (await user.dosesOnServer()).map(({ kind }) => kind)
}

describe('a dose that becomes due while the app is open', () => {
  it('brings up the alert and one notification in the words of the specification; Taken logs it', async () => {
    const ann = await listener()
    await planDay(ann, [{ name: 'Metformin', minutes: [0], dosage: '500 mg' }])
    const sentence = `Time to take Metformin (500 mg) at ${await plannedTime(ann, 'Metformin')}`
    const alert = ann.dialog(sentence)
    await alert.waitFor()
    await alert.getByText('Medication Reminder', { exact: true }).waitFor()
    const shown = await until(async () => {
      const all = await shownIn(ann.page)
      return all.length > 0 && all
    })
    expect(shown).toMatchObject([
      {
        title: 'Medication Reminder',
        body: sentence,
        stays: true,
        silent: false,
        actions: ['Taken', 'Snooze 10 min'],
      },
    ])

    await alert.getByRole('button', { name: 'Taken', exact: true }).click()
    await alert.waitFor({ state: 'detached' })
    await until(async () => (await shownIn(ann.page)).length === 0, { what: 'no notification' })
    expect(await kindsOnServer(ann)).toEqual(['taken'])
  })

  it('opened late, rings as the 5 minute reminder; after 10.5 minutes it is only listed', async () => {
    const bob = await listener()
    await planDay(bob, [
      { name: 'Ramipril', minutes: [-6] },
      { name: 'Warfarin', minutes: [-12] },
    ])
    const alert = bob.dialog(/^Time to take Ramipril \(1 tablet\) at \d/)
    await alert.getByText('Medication Reminder (5 min reminder)').waitFor()
    await until(async () => (await shownIn(bob.page)).length > 0)
    const titles = (await shownIn(bob.page)).map(({ title, body }) => [title, body.split(' (')[0]])
    expect(titles).toEqual([['Medication Reminder (5 min reminder)', 'Time to take Ramipril']])
    await alert.getByRole('button', { name: 'Dismiss' }).click()
    await bob.page.getByRole('button', { name: 'Taken: Warfarin' }).waitFor()
  })

  it('rings again at 5 and at 10 minutes, under the same notification, and ends at 10.5', async () => {
    const cara = await screens.user()
    await cara.page.clock.install()
    await cara.signUp()
    await cara.workerReady()
    await enableNotifications(cara)
    await planDay(cara, [{ name: 'Lisinopril', minutes: [0] }])
    const alert = cara.dialog(/^Time to take Lisinopril/)
    const awaitTitle = async (title: string) => {
      await alert.getByText(title, { exact: true }).waitFor()
      await until(async () => (await shownIn(cara.page)).every((one) => one.title === title))
      expect(await shownIn(cara.page)).toHaveLength(1)
    }
    await awaitTitle('Medication Reminder')
    // To a page, sleep is a jump of the clock: it has to catch up.
    await cara.page.clock.fastForward('05:00')
    await awaitTitle('Medication Reminder (5 min reminder)')
    await cara.page.clock.fastForward('05:00')
    // The slot began somewhere within the minute, so this may already be its end.
    await until(async () => {
      const [only] = await shownIn(cara.page)
      return only?.title === 'Medication Reminder (10 min reminder)' || (await alert.count()) === 0
    })
    await cara.page.clock.fastForward('01:00')
    await alert.waitFor({ state: 'detached' })
    await cara.page.getByRole('button', { name: 'Taken: Lisinopril' }).waitFor()
  })

  it('comes with others in one alert; each can be taken by itself', async () => {
    const dan = await listener()
    await planDay(dan, [
      { name: 'Amlodipine', minutes: [-1] },
      { name: 'Sertraline', minutes: [-1] },
    ])
    const two = dan.dialog('Time to take 2 doses')
    await two.getByRole('button', { name: 'Taken: Sertraline' }).click()
    const one = dan.dialog(/^Time to take Amlodipine/)
    await one.getByRole('button', { name: 'Taken', exact: true }).click()
    await one.waitFor({ state: 'detached' })
    expect(await kindsOnServer(dan)).toEqual(['taken', 'taken'])
  })

  it('R5.13 takes no press in its first moments, nor when another dose joins; a double press logs once', async () => {
    const amy = await screens.user()
    const pause = await holdPauses(amy)
    await amy.signUp()
    await amy.workerReady()
    await enableNotifications(amy)
    await planDay(amy, [{ name: 'Enalapril', minutes: [-1] }])
    const one = amy.dialog(/^Time to take Enalapril/)
    await one.waitFor()
    expect(await focused(amy.page)).toMatch(/^Time to take Enalapril/)
    for (const name of ['Taken', 'Dismiss']) await pressAt(one.getByRole('button', { name, exact: true }))
    await lookNow(amy.page)
    await pause.end()
    await one.getByRole('heading').focus()
    await amy.page.keyboard.press('Tab')
    expect(await focused(amy.page)).toBe('Taken')

    await planDay(amy, [{ name: 'Nebivolol', minutes: [-1] }])
    const two = amy.dialog('Time to take 2 doses')
    await two.waitFor()
    expect(await focused(amy.page)).toBe('Time to take 2 doses')
    await amy.page.keyboard.press('Enter')
    const both = two.getByRole('button', { name: 'Taken (2)' })
    for (const button of [both, two.getByRole('button', { name: 'Taken: Nebivolol' })]) await pressAt(button)
    await lookNow(amy.page)
    expect(await kindsOnServer(amy)).toEqual([])

    await pause.end()
    await both.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await two.waitFor({ state: 'detached' })
    await amy.toast(/^2 doses taken at/).waitFor()
    expect(await kindsOnServer(amy)).toEqual(['taken', 'taken'])
  })

  it('is waved away without a log entry and stays quiet, also after a reload', async () => {
    const eve = await listener()
    await planDay(eve, [{ name: 'Levothyroxine', minutes: [-1] }])
    const alert = eve.dialog(/^Time to take Levothyroxine/)
    await alert.getByRole('button', { name: 'Dismiss' }).click()
    await alert.waitFor({ state: 'detached' })
    await eve.page.reload()
    await eve.page.getByRole('button', { name: 'Taken: Levothyroxine' }).waitFor()
    await lookNow(eve.page)
    expect(await alert.count()).toBe(0)
    expect(await kindsOnServer(eve)).toEqual([])
  })

  it('rests when it is snoozed, and rings anew ten minutes later', async () => {
    const finn = await screens.user()
    await finn.page.clock.install()
    await finn.signUp()
    await finn.workerReady()
    await enableNotifications(finn)
    await planDay(finn, [{ name: 'Bisoprolol', minutes: [-6] }])
    const alert = finn.dialog(/^Time to take Bisoprolol/)
    await alert.getByRole('button', { name: 'Snooze' }).click()
    expect(await finn.page.getByRole('menuitem').allTextContents()).toEqual([
      '5 minutes',
      '10 minutes',
      '30 minutes',
      '1 hour',
      'When I open the app',
    ])
    await finn.page.getByRole('menuitem', { name: '10 minutes' }).click()
    await alert.waitFor({ state: 'detached' })
    await finn.page.getByText(/^Snoozed to \d/).waitFor()
    await until(async () => (await shownIn(finn.page)).length === 0, { what: 'no notification' })
    expect(await kindsOnServer(finn)).toEqual(['snoozed'])
    await finn.page.clock.fastForward('10:01')
    await alert.getByText('Medication Reminder', { exact: true }).waitFor()
  })

  it('rings once with two tabs open, and what is taken in one is taken in both', async () => {
    const gus = await listener()
    const notified = await countNotifications(gus)
    await gus.closeTabs()
    const first = await gus.newTab('/')
    await setPermission(first, gus.url, 'notifications', 'granted')
    await first.reload()
    const second = await gus.newTab('/')
    for (const tab of [first, second]) await tab.getByText('On. Repeats after 5 and 10 minutes').waitFor()
    await planDay(gus, [{ name: 'Furosemide', minutes: [0] }])
    const due = (tab: Page) => tab.getByText('Furosemide').first()
    await Promise.all([due(first).waitFor(), due(second).waitFor()])
    const alertIn = (tab: Page) => tab.getByRole('dialog', { name: /^Time to take Furosemide/ })
    const ringing = () => Promise.all([first, second].map((tab) => alertIn(tab).count()))
    await until(async () => (await ringing()).includes(1), { what: 'an alert' })
    await Promise.all([lookNow(first), lookNow(second)])
    expect((await ringing()).sort()).toEqual([0, 1])
    expect(await notified()).toBe(1)

    const here = (await alertIn(first).count()) > 0 ? first : second
    const there = here === first ? second : first
    await alertIn(here).getByRole('button', { name: 'Taken', exact: true }).click()
    await there.getByText(/^Taken \d+:\d\d [AP]M$/).waitFor()
    expect(await kindsOnServer(gus)).toEqual(['taken'])
  })
})

describe('in a browser that has no voice, no notifications (any more) and no locks', () => {
  it('the alert comes up on the page all the same, sounds, and Taken logs the dose', async () => {
    const ned = await listener()
    // What the worker tells a page, and the page the worker, has nothing to do with it.
    await ned.context.addInitScript(() => {
      for (const name of ['speechSynthesis', 'SpeechSynthesisUtterance', 'Notification'])
        Object.defineProperty(window, name, { value: undefined })
      if (isSecureContext) Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
    })
    await ned.open('/')
    await planDay(ned, [{ name: 'Perindopril', minutes: [-1] }])
    const alert = ned.dialog(/^Time to take Perindopril/)
    await alert.getByRole('button', { name: 'Stop sound' }).waitFor()
    await alert.getByRole('button', { name: 'Taken', exact: true }).click()
    await alert.waitFor({ state: 'detached' })
    expect(await kindsOnServer(ned)).toEqual(['taken'])
  })
})

describe('the switch', () => {
  it('stays off and says why when the browser refuses', async () => {
    const hal = await screens.user()
    await hal.signUp()
    await setPermission(hal.page, hal.url, 'notifications', 'denied')
    await hal.open('/')
    const toggle = hal.page.getByRole('switch', { name: 'Notifications' })
    await toggle.click()
    await hal
      .toast('Notification Permission Denied')
      .getByText('Please allow notifications in your browser settings to receive medication reminders.')
      .waitFor()
    expect(await toggle.isChecked()).toBe(false)
    await hal.page.getByText('Off. Blocked in your browser’s settings').waitFor()
    expect(await hal.page.evaluate(() => localStorage.getItem('notifications-enabled'))).not.toBe('true')
  })

  it('R5.8 leads whoever was never asked to what will happen first; the browser asks at the button there', async () => {
    const kim = await screens.user()
    await kim.signUp()
    await setPermission(kim.page, kim.url, 'notifications', 'prompt')
    await kim.open('/')
    await kim.page.getByRole('switch', { name: 'Notifications' }).click()
    const turnOn = kim.page.getByRole('button', { name: 'Turn on reminders' })
    await turnOn.waitFor()
    expect(new URL(kim.page.url()).pathname).toBe('/settings/reminders')
    const places = kim.page.getByRole('navigation', { name: 'Main', exact: true })
    expect(await places.locator('[aria-current]').allTextContents()).toEqual(['More pages'])
    expect(await kim.page.evaluate(() => localStorage.getItem('notifications-enabled'))).toBe(null)

    await setPermission(kim.page, kim.url, 'notifications', 'granted')
    await turnOn.click()
    await kim.page.getByRole('heading', { name: 'Test reminder' }).waitFor()
    expect(await kim.page.evaluate(() => localStorage.getItem('notifications-enabled'))).toBe('true')
  })

  it('turned off, nothing rings; turned on, what is due rings at once', async () => {
    const ida = await listener()
    const toggle = ida.page.getByRole('switch', { name: 'Notifications' })
    await toggle.click()
    await ida.page.getByText('Off. This device won’t remind you').waitFor()
    await planDay(ida, [{ name: 'Simvastatin', minutes: [-1] }])
    await ida.page.getByRole('button', { name: 'Taken: Simvastatin' }).waitFor()
    expect(await ida.dialog().count()).toBe(0)
    await toggle.click()
    await ida.dialog(/^Time to take Simvastatin/).waitFor()
  })

  it('is kept over a reload; until the page was touched it offers to turn the sound on', async () => {
    const jo = await listener()
    await jo.closeTabs()
    const tab = await jo.newTab()
    await setPermission(tab, jo.url, 'notifications', 'granted')
    await jo.open('/')
    const look = await untouchedEyes(tab)
    const place = await until(() => look(HINT), { timeout: 15_000, what: 'the hint' })
    await tab.mouse.click(place.x, place.y)
    await until(async () => (await look(HINT)) === null, { what: 'the end of the hint' })
    await tab.getByText('On. Repeats after 5 and 10 minutes').waitFor()
  })
})

const HINT = 'Tap to turn sound on'

/**
 * Returns where a button with that label is; null when there is none. Locators cannot be used: they run with user
 * activation, so they would count as a user gesture, which is what this is about.
 */
async function untouchedEyes(page: Page): Promise<(words: string) => Promise<{ x: number; y: number } | null>> {
  const cdp = await page.context().newCDPSession(page)
  return async (words) => {
    const { result } = await cdp.send('Runtime.evaluate', {
      expression: `(() => {
        const button = [...document.querySelectorAll('button')].find((one) => one.textContent.includes(${JSON.stringify(words)}))
        const box = button?.getBoundingClientRect()
        return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null
      })()`,
      returnByValue: true,
      userGesture: false,
    })
    return result.value ?? null
  }
}
