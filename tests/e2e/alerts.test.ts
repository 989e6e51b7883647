import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { planDay, plannedTime } from './support/day.ts'
import { enableNotifications, setPermission, shownIn } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import { sharedDevice } from './support/shared-device.ts'
import { newUser, type User } from './support/user.ts'

const screens = setUpScreens()

/** A user whose reminders sound, and the pauses of whose pages end when a test says so. */
const listener = sharedDevice(async () => {
  const user = await newUser(screens.browser, screens.server)
  const pause = await holdPauses(user)
  await user.signUp()
  await user.workerReady()
  await enableNotifications(user)
  return { user, pause, close: () => user.close() }
})

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

describe('the switch', () => {
  it('is kept over a reload; until the page was touched it offers to turn the sound on', async () => {
    const { user: jo } = await listener()
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

describe('a dose that becomes due while the app is open', () => {
  it('R5.13 is shown in one notification; its alert takes no press in its first moments, nor when another dose joins; a double press logs once', async () => {
    const { user: amy, pause } = await listener()
    await amy.open('/')
    await planDay(amy, [{ name: 'Enalapril', minutes: [-1] }])
    const one = amy.dialog(/^Time to take Enalapril/)
    await one.waitFor()
    expect(await focused(amy.page)).toMatch(/^Time to take Enalapril/)
    for (const name of ['Taken', 'Dismiss']) await pressAt(one.getByRole('button', { name, exact: true }))
    await lookNow(amy.page)
    const shown = await until(async () => {
      const all = await shownIn(amy.page)
      return all.length > 0 && all
    })
    expect(shown).toMatchObject([
      {
        title: 'Medication Reminder',
        body: `Time to take Enalapril (1 tablet) at ${await plannedTime(amy, 'Enalapril')}`,
        stays: true,
        silent: false,
        actions: ['Taken', 'Snooze 10 min'],
      },
    ])
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
    await until(async () => (await shownIn(amy.page)).length === 0, { what: 'no notification' })
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
