import { beforeEach, describe, expect, it } from 'vitest'
import { OUTBOX_TAG } from '#src/platform/background-sync.ts'
import { startAppRelay } from '#tests/support/app-relay.ts'
import { until } from '#tests/support/wait.ts'
import { planDay } from './support/day.ts'
import { readDevice } from './support/local-data.ts'
import { submitMedication } from './support/medication-form.ts'
import { openDesk } from './support/notifications.ts'
import type { Person } from './support/person.ts'
import { setStage } from './support/stage.ts'

const stage = setStage()

// A story that failed without a server has left none.
beforeEach(async () => {
  if (stage.server.hasEnded()) await stage.server.start()
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

const taken = (person: Person, name: string) => person.page.getByRole('button', { name: `Taken: ${name}` })

/** Signed up, five doses of today open on the screen, and a worker that serves the app. */
async function withFiveDoses(person: Person): Promise<void> {
  await person.signUp()
  await planDay(person, DOSES)
  for (const { name } of DOSES) await taken(person, name).waitFor()
  await person.workerReady()
}

/** Everything the story enters without a network: five doses (one of them skipped) and a medication. */
async function logFiveAndAddOne(person: Person): Promise<void> {
  const [skipped, ...rest] = DOSES
  for (const { name } of rest) {
    await taken(person, name).click()
    await taken(person, name).waitFor({ state: 'hidden' })
  }
  await person.page.getByRole('button', { name: `Skip ${skipped?.name}` }).click()
  await taken(person, skipped?.name ?? '').waitFor({ state: 'hidden' })
  await person.open('/medications?add=1')
  await submitMedication(person.page, { name: 'Furosemide', dosage: '40 mg', times: '7 am', ongoing: true })
  await person.page.getByRole('heading', { name: HOME }).waitFor()
}

async function expectEverythingOnThisDevice(person: Person): Promise<void> {
  await person.page.getByText('6 changes saved here, waiting to sync').waitFor()
  for (const { name } of DOSES) expect(await taken(person, name).count()).toBe(0)
  const line = (words: RegExp) => person.page.getByRole('link', { name: words })
  await line(/Skipped.*Amlodipine/).waitFor()
  await line(/Taken.*Enalapril/).waitFor()
  await person.open('/medications')
  await person.page.getByRole('heading', { name: 'Furosemide' }).waitFor()
  expect(await person.outbox()).toEqual({ waiting: 6, attention: 0 })
}

/** The server's own answers: each write of the story, exactly once. */
async function expectEachOnceOnTheServer(person: Person): Promise<void> {
  const events = await person.dosesOnServer()
  const told = events.map(({ kind, snapshot }) => `${snapshot.name} ${kind}`).sort()
  expect(told).toEqual([
    'Amlodipine skipped',
    'Bisoprolol taken',
    'Candesartan taken',
    'Digoxin taken',
    'Enalapril taken',
  ])
  const names = (await person.medicationsOnServer()).map(({ name }) => name).sort()
  expect(names).toEqual([...DOSES.map(({ name }) => name), 'Furosemide'])
}

describe('without a network', () => {
  it('the app opens, takes five doses and a medication, survives a closed tab, and the server gets each once', async () => {
    const ann = await stage.person()
    await withFiveDoses(ann)
    await ann.offline()
    await ann.page.reload()
    await ann.page.getByRole('heading', { name: HOME }).waitFor()
    await logFiveAndAddOne(ann)
    await ann.closeTabs()
    await ann.newTab('/')
    await ann.page.getByRole('heading', { name: HOME }).waitFor()
    await expectEverythingOnThisDevice(ann)
    await ann.online()
    await ann.saved()
    await expectEachOnceOnTheServer(ann)
  })
})

describe('on a connection that hangs', () => {
  it('shell and data are there within three seconds, and a dose can be logged', async () => {
    const wire = await startAppRelay(stage.server.port)
    try {
      const cleo = await stage.person({ url: wire.url, expected: [/net::ERR_/] })
      await withFiveDoses(cleo)
      wire.set('hang')
      const began = performance.now()
      await cleo.page.goto(`${wire.url}/`, { waitUntil: 'commit' })
      for (const { name } of DOSES) await taken(cleo, name).waitFor()
      expect(performance.now() - began).toBeLessThan(3000)
      await taken(cleo, 'Digoxin').click()
      await cleo.page.getByText('1 change saved here, waiting to sync').waitFor()
      wire.set('through')
      await cleo.saved()
      expect(await cleo.dosesOnServer()).toMatchObject([{ kind: 'taken', snapshot: { name: 'Digoxin' } }])
    } finally {
      await wire.close()
    }
  })
})

describe('without a server', () => {
  it('that was killed, the same; when it is back it has everything without anybody pressing a button', async () => {
    const ben = await stage.person({ expected: [/net::ERR_/] })
    await withFiveDoses(ben)
    await stage.server.kill()
    await ben.page.reload()
    await ben.page.getByRole('heading', { name: HOME }).waitFor()
    await logFiveAndAddOne(ben)
    await ben.closeTabs()
    await ben.newTab('/')
    await ben.page.getByRole('heading', { name: HOME }).waitFor()
    await expectEverythingOnThisDevice(ben)
    await stage.server.start()
    await ben.saved()
    await expectEachOnceOnTheServer(ben)
  })

  it('and with every tab closed, the worker delivers everything when it is back; the next open shows it as sent', async () => {
    const dora = await stage.person({ expected: [/net::ERR_/] })
    await withFiveDoses(dora)
    const desk = await openDesk(dora)
    await stage.server.kill()
    await dora.page.reload()
    await logFiveAndAddOne(dora)
    await expectEverythingOnThisDevice(dora)
    await dora.page.close()

    await desk.sync(OUTBOX_TAG)
    await until(async () => (await desk.worker.evaluate(readDevice)).waiting.length === 6)
    await stage.server.start()
    await desk.sync(OUTBOX_TAG)
    await until(async () => (await desk.worker.evaluate(readDevice)).waiting.length === 0, {
      timeout: 20_000,
      what: 'an outbox that the worker emptied',
    })
    await expectEachOnceOnTheServer(dora)

    await stage.server.kill()
    await dora.newTab('/')
    await dora.page.getByText('No connection. Everything still works.').waitFor()
    expect(await dora.page.getByText(/waiting to sync/).count()).toBe(0)
    await dora.page.getByRole('link', { name: /Skipped.*Amlodipine/ }).waitFor()
    expect(await dora.outbox()).toEqual({ waiting: 0, attention: 0 })
    await stage.server.start()
  })

  it('S9.3 for so long that attempts grew rare: the stream that is back brings the next attempt with it', async () => {
    const eli = await stage.person({ expected: [/net::ERR_/] })
    await withFiveDoses(eli)
    await eli.page.clock.install()
    await eli.page.reload()
    await taken(eli, 'Digoxin').waitFor()
    await eli.page.clock.resume()
    await stage.server.kill()
    await taken(eli, 'Digoxin').click()
    await eli.page.getByText('1 change saved here, waiting to sync').waitFor()
    // An hour without a server, in leaps: the next attempt is minutes away by then.
    await eli.page.clock.pauseAt(Date.now() + 60_000)
    for (let leap = 0; leap < 12; leap += 1) {
      const failed = eli.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/doses'))
      await eli.page.clock.fastForward('05:00')
      await failed
    }
    await stage.server.start()
    await eli.saved()
    expect(await eli.dosesOnServer()).toMatchObject([{ kind: 'taken', snapshot: { name: 'Digoxin' } }])
  })
})
