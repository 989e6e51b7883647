import './no-real-time-limits.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { HEARTBEAT_MS, type Versions } from '#domain/protocol/events.ts'
import { USER_HEADER } from '#domain/protocol/headers.ts'
import { createCompany } from './company.ts'
import { createDevice, type Device } from './device.ts'
import type { Heard } from './heard.ts'
import { keysOf } from './keys-of.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Mutation } from './mutation.ts'
import { type Chance, chanceOf } from './prng.ts'
import { count, emptyReport, type Report } from './report.ts'
import { DEVICES } from './script.ts'
import type { Account, SimServer, Snapshot, WireAnswer, WireRequest } from './server.ts'
import { type VirtualTime, virtualTime } from './virtual-time.ts'

export interface World {
  time: VirtualTime
  chance: Chance
  server: SimServer
  devices: Device[]
  people: Person[]
  report: Report
  /** Lines of the trace, oldest first. */
  trace: string[]
  note(line: string): void
  violate(problem: string): void
  /** Rule violations that occurred. */
  violations: string[]
  snapshot(): Promise<void>
  /** Restores the server to the last snapshot. Returns false when there is none. */
  restore(hasJournal: boolean): Promise<boolean>
  /**
   * Replaces the current database with that of the last snapshot, without announcing it. The next request states the
   * last commit there was: S11.3 promises nothing when writes have hidden the gap before that. Returns false without a
   * snapshot.
   */
  replace(): Promise<boolean>
  /**
   * Restores the server to before the first user signed up. They sign up again with the same address and transfer local
   * data on every device (S11.11).
   */
  loseAccount(): Promise<void>
  /** Ends all network faults from now on. */
  calmDown(): void
}

/** An account with everything known about it from outside. */
export interface Person {
  account: Account
  sessions: string[]
  ledger: Ledger
}

export interface WorldOptions {
  /** Breaks one rule. */
  mutation?: Mutation | undefined
  /** Switches off random faults. */
  calm?: boolean
  /** Whether the next change notification or heartbeat to the device is lost; random when absent. */
  losesNotification?(device: Device): boolean
}

/** 2 March 2026; traces begin on any day of the year after it, including clock changes. */
const FIRST_DAY = Date.UTC(2026, 2, 2, 3)

/** Creates three devices of one user and one of another, against the real server. */
export async function createWorld(
  server: SimServer,
  seed: string,
  { mutation = {}, calm: calmFrom = false, losesNotification }: WorldOptions = {},
): Promise<World> {
  const { forgets } = mutation
  const chance = chanceOf(seed)
  const start = FIRST_DAY + chance.between(0, 330) * DAY + chance.between(0, DAY)
  const time = virtualTime(start)
  server.clock.set(start)
  const report = emptyReport()
  report.seeds = 1
  const trace: string[] = []
  const violations: string[] = []
  let calm = calmFrom
  const losesNotificationHere = losesNotification ?? (() => !calm && chance.chance(0.5))
  const note = (line: string) => void trace.push(`${((time.now() - start) / 1000).toFixed(3)} ${line}`)
  const violate = (problem: string) => {
    note(`VIOLATION ${problem}`)
    violations.push(problem)
  }

  await server.clear()
  const signedUp = await server.signUp(chance.fork('people'), [3, 4])
  const people: Person[] = signedUp.map((person) => ({ ...person, ledger: createLedger() }))
  const [first, second] = people
  if (!first || !second) throw new Error('There should be two people')
  const devices: Device[] = []

  /** Records simultaneous writes in the order of their commits, whatever order their answers leave in. */
  const hear = (person: Person, answered: Heard[]) => {
    const before = { repeats: person.ledger.repeats(), highest: person.ledger.highest() }
    for (const heard of answered.sort((a, b) => a.answer.seq - b.answer.seq)) person.ledger.hear(heard)
    if (person.ledger.repeats() > before.repeats) count(report, 'rules', 'S2.2')
    if (person.ledger.highest() > before.highest) announce(person)
  }

  const onTheWay = new Set<Device>()
  /** Delivers a change notification or, when it is lost, the heartbeat after it (S9.2). */
  const notification = async (device: Device): Promise<void> => {
    if (losesNotificationHere(device)) {
      count(report, 'faults', 'change notification lost')
      count(report, 'rules', 'S9.2')
      time.in(HEARTBEAT_MS, () => notification(device))
      return
    }
    onTheWay.delete(device)
    // A device that comes back online asks without being told.
    if (device.state.offline || device.state.gone) return
    count(report, 'rules', 'S9.1')
    device.request(await server.versions(device.account))
  }
  const carriage = chance.fork('carried rows')
  /** Carries the rows of a commit to a device: lost, doubled, or overtaken by those of a later one (S4.6). */
  const carry = ({ account }: Person, told: Versions): void => {
    for (const device of devices) {
      if (device.account !== account) continue
      const isLost = !calm && carriage.chance(0.25)
      const times = !calm && carriage.chance(0.2) ? 2 : 1
      if (isLost) count(report, 'faults', 'carried rows lost')
      else if (times === 2) count(report, 'faults', 'carried rows doubled')
      for (let copy = 0; copy < times && !isLost; copy += 1)
        time.in(carriage.between(1, calm ? 20 : 600), () => {
          if (device.state.offline || device.state.gone) return
          if ((newest.get(device) ?? 0) > told.seq) count(report, 'faults', 'carried rows overtaken')
          newest.set(device, Math.max(told.seq, newest.get(device) ?? 0))
          device.request(told)
        })
    }
  }
  const newest = new Map<Device, number>()
  /** At most one message is under way to a device: on arrival it carries the newest versions. */
  const announce = (person: Person): void => {
    for (const told of server.takeNotifications(person.account)) if (told.log) carry(person, told)
    for (const device of devices) {
      if (device.account !== person.account || onTheWay.has(device)) continue
      onTheWay.add(device)
      time.in(chance.between(50, 300), () => notification(device))
    }
  }

  const handle = mutation.server?.(server, time) ?? server.handle
  const company = createCompany(time)
  const inside: WireRequest[] = []
  const unheard = new Map<Person, Heard[]>()
  const hearAll = () => {
    for (const [person, answered] of unheard) {
      try {
        hear(person, answered)
      } catch (error) {
        violate(error instanceof Error ? error.message : String(error))
      }
    }
    unheard.clear()
  }
  const reach = async (request: WireRequest, session: string): Promise<WireAnswer> => {
    if (request.method !== 'GET') company.enter()
    server.clock.set(time.now())
    if (forgets === 'keys' || forgets === 'tombstones') await server.forget(forgets)
    inside.push(request)
    if (inside.filter(({ method }) => method !== 'GET').length === 2)
      count(report, 'faults', 'several writes inside at once')
    const answer = await handle(request, session)
    inside.splice(inside.indexOf(request), 1)
    note(`  server ${answer.status} ${request.method} ${request.path} ${resultsOf(request, answer)}`)
    const person = people.find(({ sessions }) => sessions.includes(session))
    if (person) {
      if (isEffect(request, answer) && request.headers[USER_HEADER] !== person.account.id)
        violate(`S8.1 ${request.method} ${request.path} took effect in the data of another user`)
      const heard = heardIn(request, answer).map((one) => ({ ...one, now: time.now() }))
      unheard.set(person, [...(unheard.get(person) ?? []), ...heard])
    }
    if (inside.every(({ method }) => method === 'GET')) hearAll()
    return answer
  }

  for (const [index, name] of DEVICES.entries()) {
    const owner = index === DEVICES.length - 1 ? second : first
    const session = owner === first ? first.sessions[index] : second.sessions[3]
    const otherSession = owner === first ? second.sessions[index] : first.sessions[0]
    if (session === undefined || otherSession === undefined) throw new Error('A device has no session')
    devices.push(
      await createDevice({
        name,
        account: owner.account,
        ledger: owner.ledger,
        session,
        otherSession,
        time,
        chance: chance.fork(name),
        report,
        server,
        mutation,
        calm: () => calm,
        note,
        violate,
        reach,
        waitForOthers: company.wait,
      }),
    )
  }
  let remembered: { rows: Snapshot; kept: Map<Person, ReadonlySet<string>> } | null = null
  const snapshot = async () => {
    const kept = new Map(people.map((person) => [person, person.ledger.decided()]))
    remembered = { rows: await server.snapshot(), kept }
  }
  const restore = async (hasJournal: boolean) => {
    if (!remembered) return false
    server.clock.set(time.now())
    await server.restore(remembered.rows, hasJournal && forgets !== 'journal')
    for (const person of people) await takenBack(person, hasJournal)
    return true
  }
  const takenBack = async (person: Person, hasJournal: boolean, isWhole = false) => {
    const present = devices.filter(({ account, state }) => account === person.account && !state.gone)
    const held = await Promise.all(present.map((device) => device.held()))
    const { seq } = await server.versions(person.account)
    const kept = isWhole ? person.ledger.decided() : (remembered?.kept.get(person) ?? new Set())
    person.ledger.takenBack({ kept, seq, held, hasJournal })
    announce(person)
  }
  const replace = async () => {
    if (!remembered) return false
    server.clock.set(time.now())
    await server.replace(remembered.rows)
    for (const person of people) {
      const answer = await nameCommit(person, person.ledger.highest())
      if (answer.status === 409) count(report, 'rules', 'S11.3')
      await takenBack(person, false)
    }
    return true
  }
  const loseAccount = async () => {
    const lost = first.account
    server.clock.set(time.now())
    await server.loseAccount(lost)
    const [again] = await server.signUp(chance.fork('again'), [DEVICES.length])
    if (!again) throw new Error('There should be an account')
    const present = devices.filter(({ account, state }) => account === lost && !state.signedOut)
    const held = await Promise.all(present.map((device) => device.held()))
    first.account = again.account
    first.sessions = again.sessions
    const { seq } = await server.versions(first.account)
    first.ledger.lostWithAccount(held, seq)
    await takenBack(second, false, true)
    for (const [index, device] of present.entries()) {
      const session = again.sessions[index] ?? ''
      const allowed = await askToBringOver(first.account, session, lost)
      if (allowed.status !== 200) violate(`S11.11 what was kept may not be brought over: ${allowed.body}`)
      count(report, 'rules', 'S11.11')
      await device.signInAnew(first.account, session)
    }
  }
  const askToBringOver = ({ id }: Account, session: string, { id: from }: Account) => {
    const headers = { [USER_HEADER]: id, accept: 'application/json', 'content-type': 'application/json' }
    const body = JSON.stringify({ from })
    return server.handle({ method: 'POST', path: '/api/user/hand-over', headers, body }, session)
  }
  const nameCommit = ({ account, sessions }: Person, seq: number): Promise<WireAnswer> => {
    const headers = { [USER_HEADER]: account.id, accept: 'application/json' }
    const path = `/api/doses?since=${seq}&limit=1`
    return handle({ method: 'GET', path, headers, body: null }, sessions[0] ?? null)
  }
  const calmDown = () => {
    calm = true
  }
  return {
    time,
    chance,
    server,
    devices,
    people,
    report,
    trace,
    note,
    violate,
    violations,
    snapshot,
    restore,
    replace,
    loseAccount,
    calmDown,
  }
}

/** Returns the writes a request carried, each with its own answer. Empty when the request as a whole was rejected. */
function heardIn(request: WireRequest, answer: WireAnswer) {
  if (request.body === null && request.method !== 'DELETE') return []
  const body: unknown = request.body === null ? undefined : JSON.parse(request.body)
  const answered: unknown = JSON.parse(answer.body)
  if (request.path !== '/api/batch') {
    const [key = ''] = keysOf(request)
    const seq = Number(answer.headers['dosewell-seq'] ?? 0)
    return [
      {
        key,
        method: request.method,
        path: request.path,
        body,
        answer: { status: answer.status, body: answered, seq },
      },
    ]
  }
  if (answer.status !== 200) return []
  const { calls } = body as {
    calls: { key: string; method: string; path: string; body?: unknown; originalSeq?: number }[]
  }
  const { results } = answered as { results: { status: number; body: unknown; seq: number }[] }
  return calls.flatMap((call, index) => {
    const result = results[index]
    return result ? [{ ...call, body: call.body, answer: result }] : []
  })
}

const isEffect = ({ method }: WireRequest, { status }: WireAnswer): boolean => method !== 'GET' && status < 300

const resultsOf = (request: WireRequest, answer: WireAnswer): string =>
  request.path === '/api/batch' && answer.status === 200
    ? (JSON.parse(answer.body) as { results: { status: number }[] }).results.map(({ status }) => status).join(' ')
    : ''
