import { beforeEach, describe, expect, it } from 'vitest'
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

// A test that failed while the server was down has left it down.
beforeEach(async () => {
  if (screens.server.hasEnded()) await screens.server.start()
})

const HOME = 'Welcome to Your Medication Dashboard'
/** Later than the alerts of the open page (10.5 minutes), so that no alert covers the day. */
const DOSES = [
  { name: 'Amlodipine', minutes: [-20] },
  { name: 'Bisoprolol', minutes: [-25] },
  { name: 'Candesartan', minutes: [-30] },
  { name: 'Digoxin', minutes: [-35] },
  { name: 'Enalapril', minutes: [-40] },
]

const taken = (user: User, name: string) => user.page.getByRole('button', { name: `Taken: ${name}` })

/** Signs up, shows five doses of today on the screen, and gets a worker that serves the app. */
async function withFiveDoses(user: User): Promise<void> {
  await user.signUp()
  await planDay(user, DOSES)
  for (const { name } of DOSES) await taken(user, name).waitFor()
  await user.workerReady()
}

/** Logs the doses, the first of them as skipped, and adds a medication. */
async function logAllAndAddOne(user: User, doses = DOSES): Promise<void> {
  const [skipped, ...rest] = doses
  for (const { name } of rest) {
    await taken(user, name).click()
    await taken(user, name).waitFor({ state: 'hidden' })
  }
  await user.page.getByRole('button', { name: `Skip ${skipped?.name}` }).click()
  await taken(user, skipped?.name ?? '').waitFor({ state: 'hidden' })
  await user.open('/medications?add=1')
  await submitMedication(user.page, { name: 'Furosemide', dosage: '40 mg', times: '7 am', ongoing: true })
  await user.page.getByRole('heading', { name: HOME }).waitFor()
}

async function expectEverythingOnThisDevice(user: User, doses = DOSES): Promise<void> {
  const waiting = doses.length + 1
  await user.page.getByText(`${waiting} changes saved here, waiting to sync`).waitFor()
  for (const { name } of DOSES) expect(await taken(user, name).count()).toBe(0)
  const line = (words: RegExp) => user.page.getByRole('link', { name: words })
  await line(/Skipped.*Amlodipine/).waitFor()
  await line(/Taken.*Enalapril/).waitFor()
  await user.open('/medications')
  await user.page.getByRole('heading', { name: 'Furosemide' }).waitFor()
  expect(await user.outbox()).toEqual({ waiting, attention: 0 })
}

/** Checks the server's own answers: each write of the test exactly once. */
async function expectEachOnceOnTheServer(user: User): Promise<void> {
  const events = await user.dosesOnServer()
  const told = events.map(({ kind, snapshot }) => `${snapshot.name} ${kind}`).sort()
  expect(told).toEqual([
    'Amlodipine skipped',
    'Bisoprolol taken',
    'Candesartan taken',
    'Digoxin taken',
    'Enalapril taken',
  ])
  const names = (await user.medicationsOnServer()).map(({ name }) => name).sort()
  expect(names).toEqual([...DOSES.map(({ name }) => name), 'Furosemide'])
}

describe('with a poor connection', () => {
  it('that hangs, shell and data are there within three seconds, and a dose can be logged; with none the app opens, takes the other doses and a medication, survives a closed tab, and the server gets each once', async () => {
    const wire = await startAppRelay(screens.server.port)
    try {
      const ann = await screens.user({ url: wire.url, expected: [/net::ERR_/] })
      await withFiveDoses(ann)
      wire.set('hang')
      const began = performance.now()
      await ann.page.goto(`${wire.url}/`, { waitUntil: 'commit' })
      for (const { name } of DOSES) await taken(ann, name).waitFor()
      expect(performance.now() - began).toBeLessThan(3000)
      await taken(ann, 'Digoxin').click()
      await ann.page.getByText('1 change saved here, waiting to sync').waitFor()
      wire.set('through')
      await ann.saved()
      expect(await ann.dosesOnServer()).toMatchObject([{ kind: 'taken', snapshot: { name: 'Digoxin' } }])

      const left = DOSES.filter(({ name }) => name !== 'Digoxin')
      await ann.offline()
      await ann.page.reload()
      await ann.page.getByRole('heading', { name: HOME }).waitFor()
      await logAllAndAddOne(ann, left)
      await ann.closeTabs()
      await ann.newTab('/')
      await ann.page.getByRole('heading', { name: HOME }).waitFor()
      await expectEverythingOnThisDevice(ann, left)
      await ann.online()
      await ann.saved()
      await expectEachOnceOnTheServer(ann)
    } finally {
      await wire.close()
    }
  })
})

describe('without a server', () => {
  it('that was killed, all of it works, in a new tab too; with every tab closed, the worker delivers everything when it is back; the next open shows it as sent', async () => {
    const dora = await screens.user({ expected: [/net::ERR_/] })
    await withFiveDoses(dora)
    const desk = await openDesk(dora)
    await screens.server.kill()
    await dora.page.reload()
    await dora.page.getByRole('heading', { name: HOME }).waitFor()
    await logAllAndAddOne(dora)
    await dora.page.close()
    await dora.newTab('/')
    await dora.page.getByRole('heading', { name: HOME }).waitFor()
    await expectEverythingOnThisDevice(dora)
    await dora.page.close()

    await desk.sync(OUTBOX_TAG)
    await until(async () => (await desk.worker.evaluate(readDevice)).waiting.length === 6)
    await screens.server.start()
    await desk.sync(OUTBOX_TAG)
    await until(async () => (await desk.worker.evaluate(readDevice)).waiting.length === 0, {
      timeout: 20_000,
      what: 'an outbox that the worker emptied',
    })
    await expectEachOnceOnTheServer(dora)

    await screens.server.kill()
    await dora.newTab('/')
    await dora.page.getByText('No connection. Everything still works.').waitFor()
    expect(await dora.page.getByText(/waiting to sync/).count()).toBe(0)
    await dora.page.getByRole('link', { name: /Skipped.*Amlodipine/ }).waitFor()
    expect(await dora.outbox()).toEqual({ waiting: 0, attention: 0 })
    await screens.server.start()
  })

  it('S9.3 for so long that attempts grew rare: the stream that is back brings the next attempt with it, and nobody presses a button', async () => {
    const eli = await screens.user({ expected: [/net::ERR_/] })
    await withFiveDoses(eli)
    await eli.page.clock.install()
    await eli.page.reload()
    await taken(eli, 'Digoxin').waitFor()
    await eli.page.clock.resume()
    await screens.server.kill()
    await taken(eli, 'Digoxin').click()
    await eli.page.getByText('1 change saved here, waiting to sync').waitFor()
    // An hour without a server, in leaps: by then the next attempt is minutes away.
    await eli.page.clock.pauseAt(Date.now() + 60_000)
    for (let leap = 0; leap < 12; leap += 1) {
      const failed = eli.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/doses'))
      await eli.page.clock.fastForward('05:00')
      await failed
    }
    await screens.server.start()
    await eli.saved()
    expect(await eli.dosesOnServer()).toMatchObject([{ kind: 'taken', snapshot: { name: 'Digoxin' } }])
  })
})
