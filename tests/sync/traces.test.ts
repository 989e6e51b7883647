import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import { HEARTBEAT_MS } from '#domain/protocol/events.ts'
import { discardEntry, retryEntry } from '#src/data/attention.ts'
import { discardAndMove } from '#src/data/rejected-writes.ts'
import { keysOf } from './keys-of.ts'
import { ours, type ScriptedWay } from './network.ts'
import { adding, dosing, finish, outbox, quietWorld, renaming, resolve, rest, save, shown } from './scripted.ts'
import { type SimServer, startServer, type WireAnswer, type WireRequest } from './server.ts'

let server: SimServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const isList = (request: WireRequest) => request.method === 'GET' && request.path === '/api/medications'
const isWrite = (request: WireRequest) => request.method !== 'GET'

/** Changes the answer to writes once; everything else stays as it is. */
function onceForWrites(way: ScriptedWay): ScriptedWay {
  let used = false
  return (request, reach) => {
    if (used || !isWrite(request)) return reach(request)
    used = true
    return way(request, reach)
  }
}

describe('lists', () => {
  it('S3.2 a list asked for before a write and answered after it does not take the write back', async () => {
    const { world, phone } = await quietWorld(server, 'old list')
    let before: WireAnswer | null = null
    phone.state.scripted = async (request, reach) => {
      if (!isList(request)) return reach(request)
      const answer = await reach({ ...request, headers: { ...request.headers, 'if-none-match': '' } })
      const late = before ?? answer
      before = before === null ? answer : null
      return late
    }
    phone.request()
    await rest(world)
    await save(phone, adding(phone))
    await rest(world)
    expect(before).toBeNull()
    expect(world.report.rules['S3.2']).toBe(1)
    expect(await shown(phone)).toMatchObject({ names: ['Metformin'] })
    await finish(world)
  })

  it('S3.3 S3.5 a refused effect disappears although the list is answered 304', async () => {
    const { world, phone, tablet } = await quietWorld(server, 'refusal and 304')
    phone.state.offline = true
    const twin = adding(phone)
    await save(phone, twin)
    await save(tablet, adding(tablet))
    await rest(world)
    phone.state.offline = false
    phone.request()
    await rest(world)
    expect(await outbox(phone)).toMatchObject([{ state: 'attention', refusal: { code: 'duplicate' } }])
    await resolve(phone, () => retryEntry(phone.context(), 1))
    expect(await shown(phone)).toMatchObject({ names: ['Metformin', 'Metformin'] })
    const unchanged = world.report.rules['S3.5'] ?? 0
    await rest(world)
    expect(world.report.rules['S3.5']).toBeGreaterThan(unchanged)
    expect(await shown(phone)).toMatchObject({ names: ['Metformin'] })
    expect(await outbox(phone)).toMatchObject([{ state: 'attention' }])
    await finish(world)
  })
})

describe('gates', () => {
  it('S8.3 a sign-out in mid-drain: nothing more is sent, nothing is left', async () => {
    const { world, phone } = await quietWorld(server, 'sign-out')
    const medication = adding(phone)
    phone.state.scripted = async (request, reach) => {
      const answer = await reach(request)
      if (isWrite(request)) phone.signOut()
      return answer
    }
    await save(phone, medication, dosing(phone, medication), renaming(phone, medication.args.id, 'Metformin XR'))
    await rest(world)
    expect(phone.state.gone).toBe(true)
    const heard = [...phone.ledger.accepted.keys()]
    expect(heard).toHaveLength(1)
    await finish(world)
  })

  it('S6.2 S6.7 consent withdrawn with 50 waiting pauses all of them; given again, all go through once', async () => {
    const { world, phone } = await quietWorld(server, 'consent')
    const medication = adding(phone)
    await save(phone, medication)
    await rest(world)
    phone.state.offline = true
    for (let dose = 0; dose < 50; dose += 1) await save(phone, dosing(phone, medication))
    await server.setConsent(phone.account, false)
    phone.state.offline = false
    phone.request()
    await rest(world)
    expect(phone.takeEnds().at(-1)).toEqual({ kind: 'gate', gate: 'consent' })
    expect((await outbox(phone)).filter(({ state }) => state === 'waiting')).toHaveLength(50)
    expect(await shown(phone)).toMatchObject({ doses: 50 })
    await server.setConsent(phone.account, true)
    phone.request()
    await rest(world)
    expect(await outbox(phone)).toEqual([])
    expect(phone.ledger.doses.size).toBe(50)
    await finish(world)
  })

  it('S6.3 S6.7 what was refused for the plan goes through after the upgrade', async () => {
    const { world, phone } = await quietWorld(server, 'upgrade')
    phone.state.scripted = onceForWrites(async () => ours(403, 'premium_required'))
    const [key = ''] = await save(phone, adding(phone))
    phone.ledger.madeUp(key, 403)
    await rest(world)
    expect(await outbox(phone)).toMatchObject([{ state: 'attention', refusal: { code: 'premium_required' } }])
    expect(await shown(phone)).toMatchObject({ names: [] })
    await resolve(phone, () => retryEntry(phone.context(), 1))
    await rest(world)
    expect(await outbox(phone)).toEqual([])
    expect(await shown(phone)).toMatchObject({ names: ['Metformin'] })
    await finish(world)
  })

  it('S8.1 another user in the cookie: nothing reaches them, and all goes on when the own one is back', async () => {
    const { world, phone } = await quietWorld(server, 'two users')
    phone.state.otherUser = true
    await save(phone, adding(phone))
    await rest(world)
    expect(phone.takeEnds().at(-1)).toEqual({ kind: 'gate', gate: 'wrong-user' })
    expect(world.people[1]?.ledger.accepted.size).toBe(0)
    phone.state.otherUser = false
    await finish(world)
    expect(phone.ledger.accepted.size).toBe(1)
  })
})

describe('several devices', () => {
  it('S5.3 three weeks offline: edited and deleted elsewhere, the dose is refused visibly', async () => {
    const { world, phone, tablet } = await quietWorld(server, 'three weeks')
    const medication = adding(phone)
    await save(phone, medication)
    await rest(world)
    phone.state.offline = true
    await save(tablet, renaming(tablet, medication.args.id, 'Metformin XR'))
    await rest(world, 10 * DAY)
    await save(tablet, { name: 'medication.delete', args: { id: medication.args.id } })
    await rest(world, 11 * DAY)
    await save(phone, dosing(phone, medication))
    expect(await shown(phone)).toEqual({ names: ['Metformin'], doses: 1 })
    phone.state.offline = false
    phone.request()
    await rest(world, DAY)
    expect(await outbox(phone)).toMatchObject([
      { kind: 'dose', state: 'attention', refusal: { status: 410, code: 'medication_gone' } },
    ])
    expect(await shown(phone)).toEqual({ names: [], doses: 0 })
    await finish(world)
  })

  async function twins(name: string) {
    const stage = await quietWorld(server, name)
    const { world, phone, tablet } = stage
    phone.state.offline = true
    const [mine, theirs] = [adding(phone), adding(tablet)]
    await save(tablet, theirs, dosing(tablet, theirs))
    await save(phone, mine, dosing(phone, mine), dosing(phone, mine))
    await rest(world)
    phone.state.offline = false
    phone.request()
    await rest(world)
    const states = (await outbox(phone)).map(({ state }) => state)
    expect(states).toEqual(['attention', 'waiting', 'waiting'])
    expect(phone.ledger.doses.size).toBe(1)
    return { ...stage, mine, theirs }
  }

  it('S6.3 S6.4 the same medicine on two phones, each with doses: keep mine sends it and its doses', async () => {
    const { world, phone, tablet } = await twins('keep mine')
    const [first] = await outbox(phone)
    await resolve(phone, () => retryEntry(phone.context(), first?.position ?? 0, { allowDuplicate: true }))
    await rest(world)
    expect(await outbox(phone)).toEqual([])
    expect(await shown(tablet)).toEqual({ names: ['Metformin', 'Metformin'], doses: 3 })
    await finish(world)
  })

  it('S6.3 the same medicine on two phones: discard mine gives it and its doses up', async () => {
    const { world, phone } = await twins('discard mine')
    const [first] = await outbox(phone)
    await resolve(phone, () => discardEntry(phone.context(), first?.position ?? 0))
    await rest(world)
    expect(await outbox(phone)).toEqual([])
    expect(await shown(phone)).toEqual({ names: ['Metformin'], doses: 1 })
    await finish(world)
  })

  it('S6.3 the same medicine on two phones: discard mine moves its doses to the other', async () => {
    const { world, phone, tablet, theirs } = await twins('move mine')
    const [first] = await outbox(phone)
    await resolve(phone, () => discardAndMove(phone.context(), first?.position ?? 0, theirs.args.id))
    await rest(world)
    expect(await outbox(phone)).toEqual([])
    expect(await shown(tablet)).toEqual({ names: ['Metformin'], doses: 3 })
    await finish(world)
  })

  it('S9.2 a lost change notification costs one heartbeat', async () => {
    const lost = new Set(['tablet'])
    const { world, phone, tablet } = await quietWorld(server, 'poke', {
      losesNotification: ({ name }) => lost.delete(name),
    })
    await save(phone, adding(phone))
    await rest(world, 5000)
    expect(await shown(tablet)).toMatchObject({ names: [] })
    await rest(world, HEARTBEAT_MS)
    expect(await shown(tablet)).toMatchObject({ names: ['Metformin'] })
    await finish(world)
  })
})

describe('a batch that is cut', () => {
  const CALLS = 6

  it.each(Array.from({ length: CALLS + 1 }, (_, effects) => ({ effects })))(
    'S2.2 S2.5 after $effects of its effects: each takes effect once',
    async ({ effects }) => {
      const { world, phone, tablet } = await quietWorld(server, `cut ${effects}`)
      const medication = adding(phone)
      await save(phone, medication)
      await rest(world)
      phone.state.offline = true
      await save(phone, ...Array.from({ length: CALLS - 1 }, () => dosing(phone, medication)))
      await save(phone, renaming(phone, medication.args.id, 'Metformin XR'))
      let cut = 0
      phone.state.scripted = onceForWrites(async (request, reach) => {
        cut = keysOf(request).length
        if (effects > 0) await reach(firstCalls(request, effects))
        return null
      })
      phone.state.offline = false
      phone.request()
      await rest(world)
      expect(cut).toBe(CALLS)
      expect(await outbox(phone)).toEqual([])
      expect(await shown(tablet)).toEqual({ names: ['Metformin XR'], doses: CALLS - 1 })
      expect(phone.ledger.repeats()).toBe(effects)
      await finish(world)
    },
  )

  it('S2.5 what was not attempted is sent again, what was done is not', async () => {
    const { world, phone } = await quietWorld(server, 'stopped')
    const medication = adding(phone)
    await save(phone, medication)
    await rest(world)
    phone.state.offline = true
    await save(phone, ...Array.from({ length: 4 }, () => dosing(phone, medication)))
    phone.state.scripted = onceForWrites(async (request, reach) => stopAfter(await reach(firstCalls(request, 2)), 2))
    phone.state.offline = false
    phone.request()
    await rest(world)
    expect(await outbox(phone)).toEqual([])
    expect(phone.ledger.doses.size).toBe(4)
    expect(phone.ledger.repeats()).toBe(0)
    await finish(world)
  })
})

interface BatchOnWire {
  calls: unknown[]
}

const firstCalls = (request: WireRequest, count: number): WireRequest => {
  const { calls } = JSON.parse(request.body ?? '') as BatchOnWire
  return { ...request, body: JSON.stringify({ calls: calls.slice(0, count) }) }
}

/** The answer of a server that stopped: the next call failed for now, the ones after it were not attempted. */
const stopAfter = (answer: WireAnswer, unattempted: number): WireAnswer => {
  const { results } = JSON.parse(answer.body) as { results: unknown[] }
  const failed = { status: 503, body: JSON.parse(ours(503, 'unavailable').body), seq: 0 }
  const rest = Array.from({ length: unattempted - 1 }, () => ({
    status: 424,
    body: JSON.parse(ours(424, 'not_attempted').body),
    seq: 0,
  }))
  return { ...answer, body: JSON.stringify({ results: [...results, failed, ...rest] }) }
}
