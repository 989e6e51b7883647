import './no-real-time-limits.ts'
import { DAY } from '#domain/lib/local-time.ts'
import { HEARTBEAT_MS, type Versions } from '#domain/protocol/events.ts'
import { USER_HEADER } from '#domain/protocol/headers.ts'
import { namesOf } from '#src/platform/whose.ts'
import { createCompany } from './company.ts'
import { createDevice, type Device } from './device.ts'
import { type Heard, heardIn, isEffect, isMangled, meantBy, resultsOf } from './heard.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Mutation } from './mutation.ts'
import { type Chance, chanceOf } from './prng.ts'
import { count, emptyReport, type Report } from './report.ts'
import { DEVICES, WITH_PEOPLE } from './script.ts'
import type { Account, SimServer, Snapshot, WireAnswer, WireRequest } from './server.ts'
import { authorOf, sharePerson } from './shared-person.ts'
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
  /** Ends the helper's grant (S14.5). Returns false when it has ended, or nobody is shared. */
  endGrant(): Promise<boolean>
  /** Gives or withdraws the consent of whoever uses that device. */
  setConsent(device: Device, given: boolean): Promise<void>
  /** Returns what a change notification tells the device; nothing once its stream about the person has ended. */
  toldTo(device: Device): Promise<Versions | undefined>
  /** Whether the device is of a helper who was let out, and has to be wiped. */
  isLetOut(device: Device): boolean
  /** Ends all network faults from now on. */
  calmDown(): void
}

/** Whose data it is, with everything known about it from outside. */
export interface Person {
  account: Account
  /** The account they belong to, which is their own unless they have no sign-in, and its sessions. */
  asking: Account
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
  const isShared = seed.startsWith(WITH_PEOPLE)
  // The owner of somebody needs one more session than the devices have: some of those are revoked for a while.
  const signedUp = await server.signUp(chance.fork('people'), [isShared ? 4 : 3, 4])
  const people: Person[] = signedUp.map((person) => ({ ...person, asking: person.account, ledger: createLedger() }))
  const [first, second] = people
  if (!first || !second) throw new Error('There should be two people')
  const handle = mutation.server?.(server, time) ?? server.handle
  const shared = isShared ? await shareFirst(handle, chance.fork('shared'), first, second) : null
  const isOfHelper = ({ account, asking }: Pick<Device, 'account' | 'asking'>) =>
    account === shared?.account && asking === shared.helper
  const isLetOut = (device: Pick<Device, 'account' | 'asking'>) => isOfHelper(device) && shared?.hasEnded() === true
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
    device.request(await toldTo(device))
  }
  const toldTo = async (device: Device) => (isLetOut(device) ? undefined : server.versions(device.account))
  const carriage = chance.fork('carried rows')
  /** Carries the rows of a commit to a device: lost, doubled, or overtaken by those of a later one (S4.6). */
  const carry = ({ account }: Person, told: Versions): void => {
    for (const device of devices) {
      if (device.account !== account || isLetOut(device)) continue
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
    for (const device of devices) if (device.account === person.account) tell(device)
  }
  const tell = (device: Device): void => {
    if (onTheWay.has(device)) return
    onTheWay.add(device)
    time.in(chance.between(50, 300), () => notification(device))
  }

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
    const whose = whoseIs(request, session)
    const isOver = whose?.isOver
    const answer = await handle(request, session)
    inside.splice(inside.indexOf(request), 1)
    note(`  server ${answer.status} ${request.method} ${request.path} ${resultsOf(request, answer)}`)
    if (whose) {
      const { person, asking } = whose
      if (isEffect(request, answer) && meantBy(request) !== asking.id)
        violate(`S8.1 ${request.method} ${request.path} took effect in the data of another user`)
      if (isOver && answer.status < 400)
        violate(`S14.5 ${request.method} ${request.path} was answered ${answer.status} to a helper who was let out`)
      const by = asking === person.account ? undefined : authorOf(asking)
      const heard = heardIn(request, answer).map((one) => ({
        ...one,
        ...('originalSeq' in one ? {} : { by }),
        now: time.now(),
      }))
      for (const one of heard) if (isMangled(one)) violate(`S11.5 ${one.key} went back otherwise than it was taken`)
      unheard.set(person, [...(unheard.get(person) ?? []), ...heard])
    }
    if (inside.every(({ method }) => method === 'GET')) hearAll()
    return answer
  }

  /** Returns about whom the session asks; null for a session of nobody here. */
  const whoseIs = (request: WireRequest, session: string) => {
    const own = people.find(({ sessions }) => sessions.includes(session))
    if (!own) return null
    const isAboutShared = shared !== null && request.headers[USER_HEADER] === shared.account.id
    const person = isAboutShared ? first : own
    const { asking } = own
    return { person, asking, isOver: isLetOut({ account: person.account, asking }) }
  }

  for (const [index, name] of DEVICES.entries()) {
    const person = index === DEVICES.length - 1 ? second : first
    // Of somebody's devices the last is their helper's.
    const user = shared && index === DEVICES.length - 2 ? second : person
    const session = user.sessions[index]
    const otherSession = user === first ? second.sessions[index] : first.sessions[person === first ? index : 0]
    if (session === undefined || otherSession === undefined) throw new Error('A device has no session')
    devices.push(
      await createDevice({
        name,
        account: person.account,
        asking: user.asking,
        ledger: person.ledger,
        session,
        otherSession,
        time,
        chance: chance.fork(name),
        report,
        server,
        mutation,
        calm: () => calm,
        mayBeGone: () => user !== person && shared?.mayBeSaidToHaveEnded(time.now()) === true,
        note,
        violate,
        reach,
        waitForOthers: company.wait,
      }),
    )
  }
  let remembered: { rows: Snapshot; kept: Map<Person, ReadonlySet<string>>; hasEnded: boolean } | null = null
  const snapshot = async () => {
    const kept = new Map(people.map((person) => [person, person.ledger.decided()]))
    remembered = { rows: await server.snapshot(), kept, hasEnded: shared?.hasEnded() === true }
  }
  const restore = async (hasJournal: boolean) => {
    if (!remembered) return false
    server.clock.set(time.now())
    await server.restore(remembered.rows, hasJournal && forgets !== 'journal')
    shared?.wentBackTo({ hasEnded: remembered.hasEnded, hasJournal, now: time.now() })
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
    shared?.wentBackTo({ hasEnded: remembered.hasEnded, hasJournal: false, now: time.now() })
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
    first.asking = again.account
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
  const nameCommit = ({ account, asking, sessions }: Person, seq: number): Promise<WireAnswer> => {
    const headers = { ...namesOf({ person: account.id, account: asking.id }), accept: 'application/json' }
    const path = `/api/doses?since=${seq}&limit=1`
    return handle({ method: 'GET', path, headers, body: null }, sessions[0] ?? null)
  }
  const endGrant = async () => {
    if (!shared) return false
    server.clock.set(time.now())
    // Whoever waits at the entrance enters with it.
    company.enter()
    const hasEnded = await shared.end()
    for (const device of devices) if (hasEnded && isOfHelper(device)) tell(device)
    return hasEnded
  }
  const setConsent = async ({ asking }: Device, given: boolean) => {
    await server.setConsent(asking, given)
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
    endGrant,
    setConsent,
    toldTo,
    isLetOut,
    calmDown,
  }
}

/** Makes the first person somebody without sign-in of that account, whom the second account helps. */
async function shareFirst(handle: SimServer['handle'], chance: Chance, first: Person, second: Person) {
  const [owner, helper] = [first, second].map(({ account, sessions }) => ({ account, session: sessions.at(-1) ?? '' }))
  if (!owner || !helper) throw new Error('There should be two accounts')
  const shared = await sharePerson({ handle }, chance, { owner, helper })
  first.account = shared.account
  return shared
}
