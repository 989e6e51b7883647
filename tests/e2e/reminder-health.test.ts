import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { setPermission } from './support/notifications.ts'
import type { Person, PersonOptions } from './support/person.ts'
import { fromHomeScreen, ON_IPHONE, withoutNotifications, withoutPush } from './support/platforms.ts'
import { setStage } from './support/stage.ts'

/** Reminder health where reminders cannot come. The server has no address for push services to write to; web-push.test.ts has one. */
const stage = setStage({ environment: { VAPID_SUBJECT: '' } })

type StorageState = Awaited<ReturnType<Person['context']['storageState']>>
let signedIn: StorageState

beforeAll(async () => {
  const person = await stage.person()
  await person.signUp()
  signedIn = await person.context.storageState()
  await person.close()
})

/** The same person at another device, signed in. `before` changes the browser before any page of the app runs. */
async function at(options: PersonOptions = {}, ...before: ((person: Person) => Promise<unknown>)[]): Promise<Person> {
  const person = await stage.person({ ...options, context: { ...options.context, storageState: signedIn } })
  for (const change of before) await change(person)
  return person
}

const openHealth = (person: Person) => person.open('/settings/reminders')
const verdict = (person: Person): Locator => person.page.getByRole('status').first()
const says = (person: Person, words: string | RegExp) => verdict(person).getByText(words).waitFor()
const theSwitch = (person: Person): Locator => person.page.getByRole('switch', { name: 'Reminders on this device' })
const steps = (person: Person, heading: string): Promise<string[]> =>
  person.page.getByRole('region', { name: heading }).getByRole('listitem').allTextContents()

const deny = (person: Person) => setPermission(person.page, person.url, 'notifications', 'denied')
const allow = (person: Person) => setPermission(person.page, person.url, 'notifications', 'granted')

describe('Reminder health', () => {
  it('R5.8 where notifications are blocked says how to allow them, and asks for nothing', async () => {
    const person = await at({}, deny)
    await openHealth(person)
    await says(person, 'Notifications are blocked for Dosewell.')
    expect(await steps(person, 'Allow notifications')).toHaveLength(2)
    await person.page.getByText('Notifications are blocked', { exact: true }).waitFor()
    expect(await theSwitch(person).isChecked()).toBe(false)
    expect(await person.page.getByRole('button', { name: 'Turn on reminders' }).count()).toBe(0)
  })

  it('R5.8 after “Block” in the flow shows the way out at once', async () => {
    const person = await at()
    await person.context.exposeFunction('answerBlock', () => deny(person))
    // Without a head the browser’s question stays open for ever: this answers it.
    await person.context.addInitScript(() => {
      const { answerBlock } = window as unknown as { answerBlock(): Promise<void> }
      Notification.requestPermission = async () => {
        await answerBlock()
        return Notification.permission
      }
    })
    await openHealth(person)
    await says(person, 'Reminders are off on this device.')
    await person.page.getByRole('button', { name: 'Turn on reminders' }).click()
    await person.toast('Notification Permission Denied').waitFor()
    await says(person, 'Notifications are blocked for Dosewell.')
    expect(await steps(person, 'Allow notifications')).toHaveLength(2)
  })

  it('on an iPhone in a browser tab says how it gets to the home screen, before anything else', async () => {
    const person = await at(ON_IPHONE, withoutNotifications)
    await openHealth(person)
    await says(person, 'First add Dosewell to your home screen.')
    expect((await steps(person, 'Add Dosewell to your home screen')).join(' ')).toMatch(/Share.*Add to Home Screen/)
    expect(await person.page.getByRole('button', { name: 'Turn on reminders' }).count()).toBe(0)
    expect(await theSwitch(person).isEnabled()).toBe(false)
  })

  it('on an iPhone from the home screen offers to turn reminders on', async () => {
    const person = await at(ON_IPHONE, fromHomeScreen)
    await openHealth(person)
    await says(person, 'Reminders are off on this device.')
    await person.page.getByText('Installed as an app').waitFor()
    await person.page.getByRole('button', { name: 'Turn on reminders' }).waitFor()
  })

  it('in a browser without notifications names browsers that have them', async () => {
    const person = await at({}, withoutNotifications)
    await openHealth(person)
    await says(person, 'This browser can’t show notifications.')
    expect(await theSwitch(person).isEnabled()).toBe(false)
  })

  it('in a browser without push says that reminders ring while the app is open only', async () => {
    const person = await at({}, withoutPush, allow)
    await openHealth(person)
    await person.workerReady()
    await person.page.getByRole('button', { name: 'Turn on reminders' }).click()
    await says(person, 'This browser can’t receive reminders while Dosewell is closed.')
    expect(await person.page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  it('R4.6 with a server that cannot push says so and promises nothing; without a network too', async () => {
    const person = await at({ expected: [/status of 503 .*\/api\/push/] }, allow)
    await openHealth(person)
    await person.workerReady()
    await person.page.getByRole('button', { name: 'Turn on reminders' }).click()
    await says(person, 'You are reminded only while Dosewell is open.')
    await person.page.getByText('Nothing can be sent to this device').waitFor()
    expect(await person.page.getByRole('button', { name: /^Send a/ }).count()).toBe(0)
    await person.offline()
    await person.page.reload()
    await says(person, 'The server can’t be reached right now.')
  })
})
