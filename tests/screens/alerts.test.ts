import { describe, expect, it } from 'vitest'
import { PAGES } from '#domain/protocol/pages.ts'
import { planDay, plannedTime } from '#tests/e2e/support/day.ts'
import { shownIn } from '#tests/e2e/support/notifications.ts'
import { until } from '#tests/support/wait.ts'
import { enableNotifications, setPermission } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import type { Tab } from './support/tab.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** Creates a user whose reminders sound, with the home screen open. */
async function listener(): Promise<User> {
  const user = await screens.user()
  await user.signUp()
  await enableNotifications(user)
  return user
}

/** Makes the page process due reminders, ask the server too, and draw the result. */
async function lookNow(page: Tab): Promise<void> {
  const answered = page.waitForResponse(/\/api\/reminders\/due-now/)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await answered
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
    await enableNotifications(cara)
    await planDay(cara, [{ name: 'Lisinopril', minutes: [0] }])
    const alert = cara.dialog(/^Time to take Lisinopril/)
    const awaitTitle = async (title: string) => {
      await alert.getByText(title, { exact: true }).waitFor()
      const titles = async () => (await shownIn(cara.page)).map((one) => one.title)
      await until(async () => (await titles()).includes(title))
      expect(await titles()).toEqual([title])
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
    const gus = await screens.user()
    await gus.signUp()
    const notifications = await enableNotifications(gus)
    await gus.closeTabs()
    const first = await gus.newTab('/')
    const second = await gus.newTab('/')
    for (const tab of [first, second]) await tab.getByText('On. Repeats after 5 and 10 minutes').waitFor()
    await planDay(gus, [{ name: 'Furosemide', minutes: [0] }])
    const due = (tab: Tab) => tab.getByText('Furosemide').first()
    await Promise.all([due(first).waitFor(), due(second).waitFor()])
    const alertIn = (tab: Tab) => tab.getByRole('dialog', { name: /^Time to take Furosemide/ })
    const ringing = () => Promise.all([first, second].map((tab) => alertIn(tab).count()))
    await until(async () => (await ringing()).includes(1), { what: 'an alert' })
    await until(() => notifications.count > 0, { what: 'a notification' })
    await Promise.all([lookNow(first), lookNow(second)])
    expect((await ringing()).sort()).toEqual([0, 1])
    expect(notifications.count).toBe(1)

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
    for (const name of ['speechSynthesis', 'SpeechSynthesisUtterance', 'Notification'])
      ned.device.globals[name] = undefined
    ned.device.navigator.locks = undefined
    await ned.open('/')
    await planDay(ned, [{ name: 'Perindopril', minutes: [-1] }])
    const alert = ned.dialog(/^Time to take Perindopril/)
    await alert.waitFor()
    // No sound before the page was touched.
    await ned.page.keyboard.press('Shift')
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
    setPermission(hal, 'denied')
    await hal.open('/')
    const toggle = hal.page.getByRole('switch', { name: 'Notifications' })
    await toggle.click()
    await hal
      .toast('Notification Permission Denied')
      .getByText('Please allow notifications in your browser settings to receive medication reminders.')
      .waitFor()
    expect(await toggle.isChecked()).toBe(false)
    await hal.page.getByText('Off. Blocked in your browser’s settings').waitFor()
    const how = hal.page.getByRole('link', { name: 'How to allow notifications' })
    expect(await how.getAttribute('href')).toBe(PAGES.reminderHealth)
    expect(await hal.page.evaluate(() => localStorage.getItem('notifications-enabled'))).not.toBe('true')
  })

  it('R5.8 leads a user who was never asked to what will happen first; the browser asks at the button there', async () => {
    const kim = await screens.user()
    await kim.signUp()
    setPermission(kim, 'prompt')
    await kim.open('/')
    await kim.page.getByRole('switch', { name: 'Notifications' }).click()
    const turnOn = kim.page.getByRole('button', { name: 'Turn on reminders' })
    await turnOn.waitFor()
    expect(new URL(kim.page.url()).pathname).toBe('/settings/reminders')
    const places = kim.page.getByRole('navigation', { name: 'Main', exact: true })
    expect(await places.locator('[aria-current]').allTextContents()).toEqual(['More pages'])
    expect(await kim.page.evaluate(() => localStorage.getItem('notifications-enabled'))).toBe(null)

    setPermission(kim, 'granted')
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
})
