import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppRelay, startAppRelay } from '#tests/support/app-relay.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { chanceOf } from '#tests/sync/prng.ts'
import { planDay } from './support/day.ts'
import { type KillableBrowser, openKillable } from './support/killable.ts'
import { readDevice } from './support/local-data.ts'
import { fillMedication } from './support/medication-form.ts'
import { type User, userOf } from './support/user.ts'
import { noonZone } from './support/zones.ts'

/** Every kind once: there are twelve. `npm run kills` asks for 100. */
const KILLS = Number(process.env.KILLS ?? 12)
const SEED = process.env.KILL_SEED ?? randomBytes(4).toString('hex')
const HOME = 'Welcome to Your Medication Dashboard'

interface Write {
  what: 'dose' | 'medication'
  /** The name of the dose's medication or of the added one: each is written about once. */
  name: string
  /** Whether the server could be reached at the time; `sending` delays the kill until the write is being sent. */
  network: 'none' | 'there' | 'sending'
  kill: 'browser' | 'tabs'
}

const NETWORKS = ['none', 'there', 'sending'] as const

/** Plans one of each kind in every twelve; the seed decides their order. */
function planWrites(): Write[] {
  const chance = chanceOf(SEED)
  const all = Array.from({ length: KILLS }, (_, index): Write => {
    const number = String(index).padStart(3, '0')
    const what = index % 2 === 0 ? 'dose' : 'medication'
    return {
      what,
      name: `${what === 'dose' ? 'Planned' : 'Added'} ${number}`,
      network: NETWORKS[(index >> 1) % NETWORKS.length] ?? 'none',
      kill: Math.floor(index / (2 * NETWORKS.length)) % 2 === 0 ? 'browser' : 'tabs',
    }
  })
  return all
    .map((write) => ({ write, place: chance.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ write }) => write)
}

let server: AppServer
let wire: AppRelay
const profile = mkdtempSync(path.join(tmpdir(), 'dosewell-profile-'))
const timeZone = noonZone()
beforeAll(async () => {
  server = await startAppServer()
  wire = await startAppRelay(server.port)
})
afterAll(async () => {
  await wire?.close()
  await server?.stop()
  rmSync(profile, { recursive: true, force: true })
})

const userAt = ({ context }: KillableBrowser): Promise<User> =>
  userOf(context, server, { timeZone, url: wire.url, expected: [/net::ERR_/] })

/** Signs up, plans everything and gets a worker that serves the app; then closes the browser as a user would. */
async function prepare(writes: readonly Write[]): Promise<void> {
  const browser = await openKillable(profile, timeZone)
  const user = await userAt(browser)
  await user.signUp()
  const doses = writes.filter(({ what }) => what === 'dose')
  // Later than the alerts of the open page, so that no alert covers the day.
  await planDay(
    user,
    doses.map(({ name }, index) => ({ name, minutes: [-20 - index] })),
  )
  for (const { name } of doses.slice(-1)) await user.page.getByText(name).first().waitFor()
  await user.workerReady()
  await user.close()
}

/** Makes the write on the open home screen and returns at the moment the page says that it is saved. */
async function writeUntilSaid(user: User, { what, name, network }: Write): Promise<void> {
  const { page } = user
  if (what === 'medication') {
    await user.open('/medications?add=1')
    await fillMedication(page, { name, dosage: '5 mg', times: '8 am', ongoing: true })
  }
  const said = page.evaluate(waitForWords, what === 'dose' ? `${name} taken at` : 'Medication added successfully')
  const button =
    what === 'dose'
      ? page.getByRole('button', { name: `Taken: ${name}` })
      : page.getByRole('dialog').getByRole('button', { name: 'Add Medication' })
  const sent = network === 'sending' && page.waitForRequest((request) => request.postData()?.includes(name) ?? false)
  // The kill does not wait for the click to be reported back.
  button.click().catch(() => {})
  await said
  await sent
}

/** Runs in the page: resolves with the change of the document that shows the words. */
function waitForWords(words: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const toasts = [...document.querySelectorAll('.toast')]
      if (toasts.some(({ textContent }) => textContent?.includes(words))) resolve()
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

interface Kept extends OnServer {
  /** Writes waiting in the outbox. */
  waiting: (string | null)[]
}

/** Reads names only. */
async function readKept(user: User): Promise<Kept> {
  const { medications, doses, waiting } = await user.page.evaluate(readDevice)
  return {
    medications: medications.map(({ name }) => name),
    doses: doses.map(({ snapshot }) => snapshot.name),
    waiting,
  }
}

interface OnServer {
  medications: string[]
  doses: string[]
}

async function askServer(user: User): Promise<OnServer> {
  const medications = (await user.medicationsOnServer()).map(({ name }) => name)
  const doses = (await user.dosesOnServer()).map(({ snapshot }) => snapshot.name)
  return { medications, doses }
}

const times = (names: readonly (string | null)[], name: string) => names.filter((one) => one === name).length

/** Returns what is wrong with the outcome of a write; empty when nothing is. */
function faultsOf({ what, name, network }: Write, kept: Kept, known: OnServer): string[] {
  const place = what === 'dose' ? 'doses' : 'medications'
  const [shown, waiting, sent] = [kept[place], kept.waiting, known[place]].map((names) => times(names, name))
  const faults: string[] = []
  if (shown !== 1) faults.push(`${name} is there ${shown} times`)
  if (network === 'none' && (waiting !== 1 || sent !== 0))
    faults.push(`${name}, made out of reach, waits ${waiting} times and is at the server ${sent} times`)
  if (sent === 0 && waiting !== 1) faults.push(`${name} waits ${waiting} times and is not at the server`)
  if ((sent ?? 0) > 1) faults.push(`${name} is at the server ${sent} times`)
  return faults
}

describe('a browser', { retry: 0 }, () => {
  it(`S1.1 killed ${KILLS} times in the moment in which it said "saved" has lost nothing, and the server gets each once`, {
    timeout: 120_000 + KILLS * 10_000,
  }, async () => {
    const writes = planWrites()
    await prepare(writes)
    const faults: string[] = []
    const rounds: number[] = []
    const met = { waiting: 0, unheard: 0, settled: 0 }
    let browser = await openKillable(profile, timeZone)
    let user = await userAt(browser)
    const openUnreachable = async () => {
      wire.set('cut')
      await user.open('/')
      await user.page.getByRole('heading', { name: HOME }).waitFor()
    }
    await openUnreachable()
    for (const write of writes) {
      const began = performance.now()
      if (write.network !== 'none') wire.set('through')
      await writeUntilSaid(user, write)
      if (write.kill === 'browser') {
        await browser.kill()
        browser = await openKillable(profile, timeZone)
        user = await userAt(browser)
      } else {
        const crashed = user.page
        await browser.killTabs()
        await user.newTab()
        await crashed.close()
      }
      await openUnreachable()
      const kept = await readKept(user)
      const known = await askServer(user)
      faults.push(...faultsOf(write, kept, known))
      const { length } = kept.waiting
      if (length > 0)
        await user.page
          .getByText(`${length === 1 ? '1 change' : `${length} changes`} saved here, waiting to sync`)
          .waitFor()
      const isKnown = (write.what === 'dose' ? known.doses : known.medications).includes(write.name)
      if (!kept.waiting.includes(write.name)) met.settled += 1
      else if (isKnown) met.unheard += 1
      else met.waiting += 1
      rounds.push(performance.now() - began)
    }
    console.info(
      `KILL_SEED=${SEED}: ${KILLS} kills; afterwards ${met.waiting} writes waited, ${met.unheard} waited for the answer` +
        ` to what the server had, ${met.settled} were settled; ${faults.length} faults; ${Math.round(rounds.reduce((sum, one) => sum + one, 0) / KILLS)} ms a round`,
    )
    expect(faults).toEqual([])

    wire.set('through')
    await user.page.reload()
    await user.saved()
    const known = await askServer(user)
    const named = (what: Write['what']) => writes.flatMap((one) => (one.what === what ? [one.name] : []))
    expect(known.doses.sort()).toEqual(named('dose').sort())
    expect(known.medications.sort()).toEqual([...named('dose'), ...named('medication')].sort())
    await user.close()
  })
})
