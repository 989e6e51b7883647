import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type ChaosRelay, FAULTS, startChaosRelay } from '#tests/support/chaos-relay.ts'
import { until } from '#tests/support/wait.ts'
import { type Chance, chanceOf } from '#tests/sync/prng.ts'
import { planDay } from './support/day.ts'
import { hearToasts } from './support/heard.ts'
import { readDevice } from './support/local-data.ts'
import { submitMedication } from './support/medication-form.ts'
import { newAddress } from './support/never-used.ts'
import { setUpScreens } from './support/screens.ts'
import type { User } from './support/user.ts'

const screens = setUpScreens()

/** Decides the faults and what each device does; no seed decides how they race each other. */
const SEED = process.env.CHAOS_SEED ?? randomBytes(4).toString('hex')
const STEPS = Number(process.env.CHAOS_STEPS ?? 12)
const SPOILED = 0.45
const DEVICES = ['Phone', 'Tablet', 'Laptop'] as const
const MEDICATIONS = 16
/** QUALITY: 10 s after the network healed, no outbox is still full and no device differs (ms). */
const HEALED_WITHIN = 10_000
/** How long to look for what another device may have taken, edited or deleted meanwhile (ms). */
const PATIENCE = 1_500

/** What Chromium logs about it. */
const SPOILED_NETWORK = [/net::ERR_/, /status of (404|409|410|503)/, /EventSource's response has a MIME type/]

interface Device {
  name: string
  user: User
  chance: Chance
  /** What the page said it has saved, except doses: `added Added on Phone 3`, `edited Planned 03 to 7 mg`. */
  saved: string[]
  /** What its toasts said, however late the step looked: a press that seemed to fail can still log a dose. */
  heard: readonly string[]
}

const nameOf = (index: number) => `Planned ${String(index).padStart(2, '0')}`

async function threeDevices(relay: ChaosRelay): Promise<Device[]> {
  const email = newAddress('ann')
  const devices: Device[] = []
  for (const name of DEVICES) {
    const user = await screens.user({
      url: relay.url,
      expected: SPOILED_NETWORK,
    })
    const heard = await hearToasts(user.context)
    await (devices.length === 0 ? user.signUp(email) : user.signIn(email))
    devices.push({ name, user, chance: chanceOf(SEED).fork(name), saved: [], heard })
  }
  return devices
}

/**
 * Returns the doses a device said it has logged: `taken Planned 03`. None is offered twice, so a toast that moved
 * counts once.
 */
const dosesSaid = ({ heard }: Device): string[] =>
  [...new Set(heard)].flatMap((words) => {
    const [, name, kind] = /^(Planned \d\d) (taken|skipped)/.exec(words) ?? []
    return name && kind ? [`${kind} ${name}`] : []
  })

/** Presses what a user would; returns what was saved apart from doses, or null. */
type Step = (device: Device, step: number) => Promise<string | null>

const STEPS_OF_A_USER: readonly Step[] = [
  (device) => logDose(device, 'Taken: ', 'taken'),
  (device) => logDose(device, 'Taken: ', 'taken'),
  (device) => logDose(device, 'Skip ', 'skipped'),
  async ({ user, name }, step) => {
    const added = `Added on ${name} ${step}`
    await user.open('/medications?add=1')
    await submitMedication(user.page, { name: added, dosage: '5 mg', times: '8 pm', ongoing: true })
    await user.toast('Medication added successfully').waitFor()
    return `added ${added}`
  },
  async ({ user, chance, name }, step) => {
    const edited = nameOf(chance.between(0, MEDICATIONS - 1))
    const dosage = `${step} mg by ${name}`
    await user.open('/medications')
    await user.page.getByRole('link', { name: `Edit ${edited}` }).click({ timeout: PATIENCE })
    await submitMedication(user.page, { dosage })
    await user.toast('Medication updated successfully').waitFor({ timeout: PATIENCE })
    return `edited ${edited}`
  },
  async ({ user, chance }) => {
    // Rare enough that most of them still exist in the end.
    const deleted = nameOf(chance.between(0, 3))
    await user.open('/medications')
    await user.page.getByRole('button', { name: `Delete ${deleted}` }).click({ timeout: PATIENCE })
    const dialog = user.dialog('Delete Medication?')
    await dialog.getByRole('button', { name: 'Delete' }).click({ timeout: PATIENCE })
    await dialog.waitFor({ state: 'hidden' })
    return `deleted ${deleted}`
  },
]

async function logDose(device: Device, button: string, said: string): Promise<null> {
  const { user, chance } = device
  await user.open('/')
  const offered = user.page.getByRole('button', { name: new RegExp(`^${button}Planned`) })
  await offered.first().waitFor({ timeout: PATIENCE })
  const labels = await offered.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  const label = chance.pick(labels)
  const isPressed = await user.page
    .getByRole('button', { name: label })
    .click({ timeout: PATIENCE })
    .then(() => true)
    .catch(onlyTimeouts(false))
  const isSaid = () => dosesSaid(device).includes(`${said} ${label.slice(button.length)}`)
  // A press that took too long may still have worked, and the next step leaves the page.
  await until(isSaid, { timeout: isPressed ? 20_000 : 3_000 }).catch(() => {})
  return null
}

/** For `catch`: turns what the browser did not find or do in time into `instead`, and rethrows any other error. */
const onlyTimeouts =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof Error && error.name === 'TimeoutError') return instead
    throw error
  }

async function live(device: Device): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    const act = device.chance.pick(STEPS_OF_A_USER)
    const saved = await act(device, step).catch(onlyTimeouts(null))
    if (saved) device.saved.push(saved)
  }
}

describe('three devices of one person on a network that cuts, delays, swallows and lies', {
  retry: 0,
}, () => {
  it('S2.2 agree with each other and the server within ten seconds after it healed, with every dose once', {
    timeout: 240_000,
  }, async () => {
    const relay = await startChaosRelay(screens.server.port, chanceOf(SEED).fork('network'))
    try {
      const devices = await threeDevices(relay)
      const [first] = devices as [Device]
      await planDay(
        first.user,
        Array.from({ length: MEDICATIONS }, (_, index) => ({ name: nameOf(index), minutes: [-20 - index] })),
      )
      for (const { user } of devices) {
        await user.page
          .getByText(nameOf(MEDICATIONS - 1))
          .first()
          .waitFor()
        await user.workerReady()
      }

      relay.spoil(SPOILED, (_method, path) => path.startsWith('/api/'))
      await Promise.all(devices.map(live))
      relay.heal()
      const healed = performance.now()
      const pages = devices.map(({ user }) => user.page)
      const differences = await settledDifferences(pages, first.user)
      console.info(
        `CHAOS_SEED=${SEED}: ${devices.flatMap((device) => [...device.saved, ...dosesSaid(device)]).length} writes,` +
          ` ${FAULTS.map((fault) => `${fault} ${relay.met[fault]}`).join(', ')};` +
          ` equal ${Math.round(performance.now() - healed)} ms after healing`,
      )
      expect(differences).toEqual([])
      expect(await wrongCounts(first.user, devices)).toEqual([])
      for (const fault of FAULTS) expect(relay.met[fault], fault).toBeGreaterThan(0)
    } finally {
      await relay.close()
    }
  })
})

/**
 * Returns how the devices differ from the server, one line each, once they no longer do or the time is up.
 */
async function settledDifferences(pages: readonly Page[], user: User): Promise<string[]> {
  let last: string[] = []
  const areEqual = async () => {
    last = await differencesOf(pages, user)
    return last.length === 0
  }
  await until(areEqual, { timeout: HEALED_WITHIN, interval: 200 }).catch(() => {})
  return last
}

async function differencesOf(pages: readonly Page[], user: User): Promise<string[]> {
  const [medications, doses] = [await user.medicationsOnServer(), await user.dosesOnServer()]
  const lines: string[] = []
  for (const [index, page] of pages.entries()) {
    const device = await page.evaluate(readDevice)
    if (device.waiting.length > 0) lines.push(`${DEVICES[index]} still sends ${device.waiting.length}`)
    lines.push(
      ...unlike(`${DEVICES[index]}: medication`, device.medications, medications),
      ...unlike(`${DEVICES[index]}: dose`, device.doses, doses),
    )
  }
  return lines
}

/** Returns the records of one side that the other does not have in exactly this form. */
function unlike(what: string, here: readonly object[], there: readonly object[]): string[] {
  const [ours, theirs] = [here.map(textOf), there.map(textOf)]
  return [
    ...ours.filter((text) => !theirs.includes(text)).map((text) => `${what} only here: ${text}`),
    ...theirs.filter((text) => !ours.includes(text)).map((text) => `${what} only at the server: ${text}`),
  ]
}

/**
 * Returns the same text for the same record, whatever the order of its fields. Whether a medication is active today is
 * worked out on each side; when the server received a dose is not stored on any device.
 */
function textOf(record: object): string {
  return JSON.stringify({ ...record, isActive: null, receivedAt: null }, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

/**
 * Returns the doses that the server has more or less often than the devices said. Those of deleted medications went
 * with them.
 */
async function wrongCounts(user: User, devices: readonly Device[]): Promise<string[]> {
  const said = devices.flatMap((device) => [...device.saved, ...dosesSaid(device)])
  const left = (await user.medicationsOnServer()).map(({ name }) => name)
  const logged = (await user.dosesOnServer()).map(({ kind, snapshot }) => `${kind} ${snapshot.name}`)
  const expected = left.flatMap((name) => [`taken ${name}`, `skipped ${name}`])
  const times = (lines: readonly string[], line: string) => lines.filter((one) => one === line).length
  const wrong = expected
    .filter((line) => times(said, line) !== times(logged, line))
    .map((line) => `${line}: said ${times(said, line)} times, logged ${times(logged, line)} times`)
  const added = said.filter((line) => line.startsWith('added ')).map((line) => line.slice('added '.length))
  return [...wrong, ...added.filter((name) => times(left, name) !== 1).map((name) => `${name} is not there once`)]
}
