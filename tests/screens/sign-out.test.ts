import { describe, expect, it } from 'vitest'
import { planDay } from '#tests/e2e/support/day.ts'
import { newAddress } from '#tests/e2e/support/never-used.ts'
import { tracesOf } from '#tests/e2e/support/traces.ts'
import { until } from '#tests/support/wait.ts'
import { ORIGIN } from './support/network.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

const MEDICINE = 'Secretine Forte'

interface Patient {
  user: User
  email: string
  /** What must not be found on the device afterwards. */
  words: string[]
  /** Whether the server still accepts the session that the browser had. */
  isSessionAlive(): Promise<boolean>
}

/** Creates a user with a medication, a logged dose and a draft on this device. */
async function patient(): Promise<Patient> {
  const user = await screens.user()
  const email = newAddress('patient.secret')
  await user.signUp(email)
  await planDay(user, [{ name: MEDICINE, minutes: [-2, 90] }])
  await user.page.getByRole('button', { name: `Taken: ${MEDICINE}` }).click()
  await user.saved()
  await user.open('/medications?add=1')
  await user.dialog('Add Medication').getByLabel('Name', { exact: true }).fill(`${MEDICINE} again`)
  const words = [MEDICINE, email, (await user.user()).id]
  const hasDraft = async () => (await tracesOf(user.page, words)).some((trace) => trace.endsWith('in sessionStorage'))
  await until(hasDraft, { timeout: 30_000, what: 'the draft' })
  const cookie = await user.device.cookies.getCookieString(ORIGIN)
  await user.open('/')
  await user.page.getByRole('link', { name: /Taken \d+:\d\d [AP]M/ }).waitFor()
  return {
    user,
    email,
    words,
    async isSessionAlive() {
      const answer = await user.server.inject({ url: '/api/auth/user', headers: { cookie } })
      return answer.statusCode === 200
    },
  }
}

const logOut = (user: User) => user.page.getByRole('button', { name: 'Log out' }).click()

/** The page shown to visitors who are not signed in. */
const landing = ({ page }: User) => page.getByRole('link', { name: 'Login' }).waitFor()

/** Waits until the app has asked the server to sign out and a freshly loaded page has come back. */
async function leave(user: User, act: () => Promise<void>): Promise<void> {
  let hasAsked = false
  user.page.on('request', (request) => {
    hasAsked ||= request.url().endsWith('/api/logout')
  })
  await act()
  // A tab that holds the database delays it by 4 s.
  await until(() => hasAsked, { timeout: 30_000, what: 'the sign-out' })
  await landing(user)
}

async function takeOffline(user: User): Promise<void> {
  await user.offline()
  await user.addMedication({ name: `${MEDICINE} night`, times: '9 pm', ongoing: true })
  expect(await user.outbox()).toEqual({ waiting: 1, attention: 0 })
}

describe('signing out', () => {
  it('with unsent changes asks first; staying keeps everything, "Save first" sends it and then signs out', async () => {
    const { user, email, words, isSessionAlive } = await patient()
    await takeOffline(user)
    await logOut(user)
    const question = user.dialog('Sign out and lose what is not saved yet?')
    await question.getByText('1 change on this device has not reached your account.').waitFor()
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await user.page.getByText(`${MEDICINE} night`).first().waitFor()
    expect(await user.outbox()).toEqual({ waiting: 1, attention: 0 })

    await logOut(user)
    await question.waitFor()
    // Whichever comes first: the return of the network sends it, or the button does.
    await leave(user, async () => {
      await user.online()
      const saveFirst = question.getByRole('button', { name: 'Save first' })
      await saveFirst.click({ timeout: 1000 }).catch(() => {})
    })
    expect(await tracesOf(user.page, words)).toEqual([])
    expect(await isSessionAlive()).toBe(false)
    await user.signIn(email)
    const names = (await user.medicationsOnServer()).map(({ name }) => name)
    expect(names.sort()).toEqual([MEDICINE, `${MEDICINE} night`])
  })

  it('by typing the address wipes the device even if it has just heard that nobody is signed in', async () => {
    const { user, words, isSessionAlive } = await patient()
    await user.page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('dosewell-device')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const writing = opening.result.transaction('values', 'readwrite')
            writing.objectStore('values').put(null, 'user')
            writing.oncomplete = () => resolve(opening.result.close())
          }
        }),
    )
    await user.open('/api/logout')
    await landing(user)
    expect(await tracesOf(user.page, words)).toEqual([])
    expect(await isSessionAlive()).toBe(false)
  })

  it('and back in while a tab holds what was here: says so, and goes on by itself when that tab is closed', async () => {
    const { user, email } = await patient()
    const { id } = await user.user()
    // Held until the tab is closed: nothing answers `versionchange`.
    const held = await heldByAnotherTab(user, `dosewell-${id}`)
    await leave(user, () => logOut(user))
    await user.page.clock.install()
    const back = user.signIn(email)
    // No matter when the page began to open its database: it says so 10 s later by its own clock.
    const isSaid = async () => {
      await user.page.clock.fastForward(5_000)
      return user.page.getByRole('heading', { name: 'Dosewell is still open in another tab' }).isVisible()
    }
    await until(isSaid, { timeout: 30_000, interval: 250, what: 'the sentence' })
    held.close()
    await back
    await user.page.getByText(MEDICINE).first().waitFor()
    await user.addMedication({ name: `${MEDICINE} night`, times: '9 pm', ongoing: true })
    await user.saved()
  })

  it('leaves room for the next person, who sees only their own', async () => {
    const { user, email } = await patient()
    await leave(user, () => logOut(user))
    await user.signUp(newAddress('gwen'))
    await user.page.getByText('No medications yet').first().waitFor()
    expect(await tracesOf(user.page, [MEDICINE, email])).toEqual([])
  })
})

/** Opens the database as a tab of this device that runs nothing of the app. */
function heldByAnotherTab(user: User, name: string): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const opening = user.device.indexedDB.open(name)
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => resolve(opening.result)
  return promise
}
