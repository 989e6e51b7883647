import { type Device, STEPS_OF_A_PASS } from './device.ts'
import { compareEverything, settled } from './invariants.ts'
import type { Mutation } from './mutation.ts'
import { chooseOperation, operate } from './operations.ts'
import { chanceOf } from './prng.ts'
import { count, type Report } from './report.ts'
import { type Deed, type Step, scriptOf } from './script.ts'
import type { SimServer } from './server.ts'
import { createWorld, type World } from './world.ts'

export interface Played {
  seed: string
  /** What was wrong; empty when nothing was. */
  violations: string[]
  trace: string[]
  report: Report
}

export interface PlayOptions {
  /** Replaces the seed's own script with a shorter one that may fail the same way. */
  script?: Step[]
  mutation?: Mutation | undefined
}

/** Plays one seed: its script with faults, then calm, then a comparison of everything. */
export async function play(server: SimServer, seed: string, options: PlayOptions = {}): Promise<Played> {
  const world = await createWorld(server, seed, options)
  try {
    for (const step of options.script ?? scriptOf(seed)) {
      await world.time.runUntil(world.time.now() + step.after)
      await perform(world, seed, step)
      if (world.violations.length > 0) break
    }
    if (world.violations.length === 0) await comeToRest(world)
  } catch (error) {
    world.violate(error instanceof Error ? `${error.message}\n${error.stack}` : String(error))
  } finally {
    for (const device of world.devices) device.end()
  }
  const { violations, trace, report } = world
  return { seed, violations, trace, report }
}

async function perform(world: World, seed: string, { number, device: index, deed }: Step): Promise<void> {
  const device = world.devices[index]
  if (!device || ((device.state.signedOut || device.state.gone) && !isOfServer(deed))) return
  world.note(`${device.name}: ${JSON.stringify(deed)}`)
  await doDeed(world, device, deed, `${seed}/${number}`)
  await world.time.runUntil(world.time.now())
}

/** Whether it happens whatever became of the device. */
const isOfServer = ({ kind }: Deed): boolean => kind.startsWith('server ') || kind === 'grant ended'

async function doDeed(world: World, device: Device, deed: Deed, seed: string): Promise<void> {
  const { time, report, server } = world
  const fault = (name: string) => count(report, 'faults', name)
  switch (deed.kind) {
    case 'operation': {
      const chance = chanceOf(seed)
      const operation = await chooseOperation(deed.operation, device, chance)
      const done = await operate(operation, device, chance)
      world.note(`  ${operation}: ${done}`)
      await device.lookAtView()
      if (done !== 'nothing') count(report, 'operations', operation)
      if (done === 'saved') count(report, 'rules', 'S1.1')
      if (done === 'refused here') count(report, 'rules', operation === 'several, one impossible' ? 'S1.2' : 'S1.3')
      return
    }
    case 'device restart':
      fault(deed.kind)
      return device.restart()
    case 'server restart':
      fault(deed.kind)
      return server.restart()
    case 'worker delivery':
      fault(deed.kind)
      void device.deliver()
      return
    case 'second tab':
      fault(deed.kind)
      return device.openSecondTab(deed.ms)
    case 'server snapshot':
      fault(deed.kind)
      return world.snapshot()
    case 'server account lost':
      fault(deed.kind)
      return world.loseAccount()
    case 'server replaced':
      if (await world.replace()) fault(deed.kind)
      return
    case 'server restore':
    case 'server restore without its journal':
      if (await world.restore(deed.kind === 'server restore')) fault(deed.kind)
      return
    case 'grant ended':
      if (await world.endGrant()) fault(deed.kind)
      return
    case 'sign-out':
      fault(deed.kind)
      return device.signOut()
    case 'clock jump':
      fault(deed.kind)
      return device.jumpClock(deed.ms)
    case 'storage':
      return device.storage.failAt(deed.change, deed.fault)
    default:
      fault(deed.kind)
      return breakFor(time, deed.ms, await switchOf(world, device, deed.kind))
  }
}

interface Switch {
  off(): Promise<void> | void
  on(): Promise<void> | void
}

async function breakFor(time: World['time'], ms: number, { off, on }: Switch): Promise<void> {
  await off()
  time.in(ms, () => on())
}

/** How something is broken, and repaired again. */
function switchOf(
  world: World,
  device: Device,
  kind: 'offline' | 'session revoked' | 'other user in the cookie' | 'consent withdrawn',
): Switch {
  const { server } = world
  const again = () => {
    if (!device.state.gone) device.request()
  }
  switch (kind) {
    case 'offline':
      return {
        off: () => {
          device.state.offline = true
        },
        on: () => {
          device.state.offline = false
          again()
        },
      }
    case 'other user in the cookie':
      return {
        off: () => {
          device.state.otherUser = true
        },
        on: () => {
          device.state.otherUser = false
          again()
        },
      }
    case 'session revoked':
      return {
        off: () => server.setRevoked(device.session, true),
        on: () => server.setRevoked(device.session, false).then(again),
      }
    case 'consent withdrawn':
      return {
        off: () => world.setConsent(device, false),
        on: () => world.setConsent(device, true).then(again),
      }
  }
}

/** Delivers a heartbeat to the device; if its last attempt got no answer, it makes the next immediately (S9.3). */
async function heartbeat({ time, toldTo, report, violate }: World, device: Device): Promise<void> {
  const waited = device.waitsForNotification()
  const at = time.now()
  device.request(await toldTo(device))
  if (!waited) return
  count(report, 'rules', 'S9.3')
  time.in(STEPS_OF_A_PASS, () => {
    if (device.lastSent() < at) violate(`S9.3 ${device.name} let a change notification pass and waits on`)
  })
}

const ROUNDS = 12
const ROUND = 10 * 60_000

/** Repairs everything, lets the devices sync until none has anything left to send, and compares all. */
export async function comeToRest(world: World): Promise<void> {
  const { time, devices, server } = world
  world.calmDown()
  world.note('calm')
  await server.reopenAll()
  for (const device of devices) {
    device.state.offline = false
    device.state.otherUser = false
    device.storage.heal()
  }
  for (let round = 0; ; round += 1) {
    const present = devices.filter(({ state }) => !state.gone)
    for (const device of present) device.takeEnds()
    // If the rule holds that a heartbeat covers everything, one is enough (S9.2).
    for (const device of present) await heartbeat(world, device)
    await time.runUntil(time.now() + ROUND)
    if (world.violations.length > 0) return
    if (await settled(world)) break
    if (round === ROUNDS) return world.violate('The devices do not come to rest')
  }
  for (const device of devices)
    if (world.isLetOut(device) && !device.state.gone) world.violate(`S14.5 ${device.name} keeps somebody who is gone`)
  await compareEverything(world)
}
