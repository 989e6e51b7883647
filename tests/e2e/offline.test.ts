import { expect, it } from 'vitest'
import { OUTBOX_TAG } from '#src/platform/background-sync.ts'
import { startAppRelay } from '#tests/support/app-relay.ts'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { readDevice } from './support/local-data.ts'
import { submitMedication } from './support/medication-form.ts'
import { openDesk } from './support/notifications.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

// Its own server, which is killed.
const screens = setUpScreens({})

const HOME = 'Welcome to Your Medication Dashboard'
/** Later than the alerts of the open page (10.5 minutes), so that no alert covers the day. */
const DOSES = [
  { name: 'Amlodipine', minutes: [-20] },
  { name: 'Bisoprolol', minutes: [-25] },
  { name: 'Candesartan', minutes: [-30] },
  { name: 'Digoxin', minutes: [-35] },
  { name: 'Enalapril', minutes: [-40] },
  { name: 'Gliclazide', minutes: [-45] },
]

const taken = (user: User, name: string) => user.page.getByRole('button', { name: `Taken: ${name}` })
const home = (user: User) => user.page.getByRole('heading', { name: HOME }).waitFor()

/** A press shows before it is saved; the message says that it is, and only then may the page go (decision 091). */
async function take(user: User, name: string): Promise<void> {
  await taken(user, name).click()
  await user.toast(new RegExp(`^${name} taken`)).waitFor()
}

/** Logs three doses, one as skipped, and adds a medication: four writes. */
async function logThreeAndAddOne(user: User): Promise<void> {
  await take(user, 'Bisoprolol')
  await take(user, 'Candesartan')
  await user.page.getByRole('button', { name: 'Skip Amlodipine' }).click()
  await user.toast(/^Amlodipine skipped/).waitFor()
  await user.open('/medications?add=1')
  await submitMedication(user.page, { name: 'Furosemide', dosage: '40 mg', times: '7 am', ongoing: true })
  await home(user)
}

async function expectEverythingOnThisDevice(user: User): Promise<void> {
  await user.page.getByText('4 changes saved here, waiting to sync').waitFor()
  for (const name of ['Amlodipine', 'Bisoprolol', 'Candesartan', 'Digoxin'])
    expect(await taken(user, name).count()).toBe(0)
  const line = (words: RegExp) => user.page.getByRole('link', { name: words })
  await line(/Skipped.*Amlodipine/).waitFor()
  await line(/Taken.*Digoxin/).waitFor()
  await user.open('/medications')
  await user.page.getByRole('heading', { name: 'Furosemide' }).waitFor()
  expect(await user.outbox()).toEqual({ waiting: 4, attention: 0 })
}

/** Returns what the server's log says: `Digoxin taken`. */
const dosesOn = async (user: User): Promise<string[]> =>
  (await user.dosesOnServer()).map(({ kind, snapshot }) => `${snapshot.name} ${kind}`).sort()

const waitingIn = async (worker: { evaluate: (work: typeof readDevice) => ReturnType<typeof readDevice> }) =>
  (await worker.evaluate(readDevice)).waiting.length

it('S9.3 on a connection that hangs, with none, and with a server that was killed, the app opens, shows everything and saves; each write reaches the server once, from the worker too when every tab is closed', {
  retry: 0,
  timeout: 240_000,
}, async () => {
  const wire = await startAppRelay(screens.server.port)
  try {
    const ann = await screens.user({ url: wire.url, expected: [/net::ERR_/] })
    await ann.signUp()
    await planDay(ann, DOSES)
    for (const { name } of DOSES) await taken(ann, name).waitFor()
    await ann.workerReady()

    // On a connection that hangs shell and data are there within three seconds.
    wire.set('hang')
    const began = performance.now()
    await ann.page.goto(`${wire.url}/`, { waitUntil: 'commit' })
    for (const { name } of DOSES) await taken(ann, name).waitFor()
    expect(performance.now() - began).toBeLessThan(3000)
    await taken(ann, 'Digoxin').click()
    await ann.page.getByText('1 change saved here, waiting to sync').waitFor()
    wire.set('through')
    await ann.saved()
    expect(await dosesOn(ann)).toEqual(['Digoxin taken'])

    // A device without a network opens the app; then the network is back, but the server has been killed.
    const desk = await openDesk(ann)
    await ann.offline()
    await ann.page.reload()
    await home(ann)
    await screens.server.kill()
    await ann.online()
    await ann.page.reload()
    await home(ann)
    await logThreeAndAddOne(ann)
    await ann.page.close()
    await ann.newTab('/')
    await home(ann)
    await expectEverythingOnThisDevice(ann)
    await ann.page.close()

    // With every tab closed the worker delivers everything once the server is back.
    await desk.sync(OUTBOX_TAG)
    await until(async () => (await waitingIn(desk.worker)) === 4)
    await screens.server.start()
    await desk.sync(OUTBOX_TAG)
    await until(async () => (await waitingIn(desk.worker)) === 0, {
      timeout: 20_000,
      what: 'an outbox that the worker emptied',
    })
    const logged = ['Amlodipine skipped', 'Bisoprolol taken', 'Candesartan taken', 'Digoxin taken']
    expect(await dosesOn(ann)).toEqual(logged)
    const names = (await ann.medicationsOnServer()).map(({ name }) => name).sort()
    expect(names).toEqual([...DOSES.map(({ name }) => name), 'Furosemide'].sort())

    // The next open shows it as sent, whether or not the server is there.
    await screens.server.kill()
    await ann.newTab('/')
    await ann.page.getByText('No connection. Everything still works.').waitFor()
    expect(await ann.page.getByText(/waiting to sync/).count()).toBe(0)
    await ann.page.getByRole('link', { name: /Skipped.*Amlodipine/ }).waitFor()
    expect(await ann.outbox()).toEqual({ waiting: 0, attention: 0 })
    await screens.server.start()

    // Killed in the middle of a write: what was not acknowledged arrives once, from the device that kept it.
    const sent = ann.page.waitForRequest((request) => request.url().endsWith('/api/doses'))
    await taken(ann, 'Enalapril').click()
    await sent
    await screens.server.kill()
    await screens.server.start()
    await ann.saved()
    expect(await dosesOn(ann)).toEqual([...logged, 'Enalapril taken'])

    // S9.3: away for so long that attempts grew rare; the stream that is back brings the next attempt with it.
    await ann.page.clock.install()
    await ann.page.reload()
    await taken(ann, 'Gliclazide').waitFor()
    await ann.page.clock.resume()
    await screens.server.kill()
    await taken(ann, 'Gliclazide').click()
    await ann.page.getByText('1 change saved here, waiting to sync').waitFor()
    // An hour without a server, in leaps: by then the next attempt is minutes away.
    await ann.page.clock.pauseAt(Date.now() + 60_000)
    for (let leap = 0; leap < 12; leap += 1) {
      const failed = ann.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/doses'))
      await ann.page.clock.fastForward('05:00')
      await failed
    }
    await screens.server.start()
    await ann.saved()
    expect(await dosesOn(ann)).toEqual([...logged, 'Enalapril taken', 'Gliclazide taken'])
  } finally {
    await wire.close()
  }
})
