import { describe, expect, it } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import { newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { type BatchBody, NOT_ATTEMPTED } from '#domain/protocol/batch.ts'
import type { DoseEvent, LoggedDoseEvent } from '#domain/records/dose-event.ts'
import { createBatchSize } from '#src/sync/batch-size.ts'
import { type PassEnd, syncPass } from '#src/sync/engine.ts'
import type { SyncAnswer, SyncRequest } from '#src/sync/ports.ts'
import {
  addCommand,
  answer,
  errorAnswer,
  extraDose,
  NOW,
  newEpochAnswer,
  newMedication,
  nothingElse,
  serverRecord,
  testDevice,
  USER,
} from '#src/testing/device.ts'
import { type RestoredServer, restoredServer } from '#src/testing/restored-server.ts'
import { readSyncState } from './sync-state.ts'
import { createSyncStore } from './sync-store.ts'
import { write } from './write.ts'

type Device = Awaited<ReturnType<typeof testDevice>>

const pass = (
  device: Device,
  reply: (request: SyncRequest) => SyncAnswer | null,
  options = { pull: true },
  batchSize = createBatchSize(),
): Promise<PassEnd> =>
  syncPass(
    {
      store: createSyncStore(device.db, device.source),
      transport: { send: async (request) => nothingElse(request) ?? reply(request) },
      clock: device.source,
      user: USER,
      lock: {
        run: async (work) => {
          await work()
          return true
        },
      },
      mayGoOn: async () => true,
      batchSize,
    },
    options,
  )

const eventOf = (command: Command): DoseEvent => {
  if (command.name !== 'dose.record') throw new Error('not a dose')
  return command.args
}
const logged = (event: DoseEvent, seq: number): LoggedDoseEvent => ({
  ...event,
  seq,
  receivedAt: toInstant(NOW),
})
const undo = (device: Device, event: DoseEvent): DoseEvent => ({
  ...event,
  id: newId(device.source),
  kind: 'undone',
  undoes: event.id,
})

/** A device with what it held when the server was restored to commit 10. */
async function deviceBefore() {
  const device = await testDevice()
  const store = createSyncStore(device.db, device.source)
  await store.rememberEpoch('first')

  const theirs = newMedication(device.source, { name: 'Apixaban' })
  const vanished = newMedication(device.source, { name: 'Ramipril' })
  const both = [serverRecord(theirs), serverRecord(vanished)]
  await store.replaceList('medications', both, { etag: '"9"', seq: 9 })
  await store.replaceList('medications', both.slice(0, 1), { etag: '"12"', seq: 12 })

  const old = eventOf(extraDose(device.source, theirs))
  const theirDose = eventOf(extraDose(device.source, theirs))
  const theirUndo = undo(device, theirDose)
  await store.appendDoses([logged(old, 8), logged(theirDose, 15), logged(theirUndo, 17)], 17)

  const own = newMedication(device.source)
  const commands: Command[] = [
    addCommand(own),
    extraDose(device.source, own),
    { name: 'dose.record', args: { ...undo(device, old), undoes: theirDose.id } },
    { name: 'medication.stop', args: { id: own.id, stoppedAt: null } },
  ]
  await write(device, commands)
  const entries = await store.nextEntries(10)
  for (const [index, entry] of entries.entries()) {
    const seq = 13 + index * 2
    const { command } = entry
    const body = command?.name === 'dose.record' ? logged(command.args, seq) : answerRecord(own)
    await store.settle([{ entry, kind: 'taken', body, seq }])
  }
  const keys = entries.map(({ key }) => key)
  return { device, store, theirs, vanished, own, old, theirDose, theirUndo, commands, keys }
}

const answerRecord = (input: ReturnType<typeof newMedication>) => ({ ...serverRecord(input), isActive: true })
const restored = () => restoredServer({ epoch: 'second', restoredSeq: 10, seq: 1000 })

/** A server that was restored to the old medication and dose. */
function withOldState(
  server: RestoredServer,
  { theirs, old }: Awaited<ReturnType<typeof deviceBefore>>,
): RestoredServer {
  server.records.set(theirs.id, serverRecord(theirs))
  server.events.set(old.id, logged(old, 8))
  return server
}

const contents = async ({ db }: Device) => ({
  medications: await db.medications.orderBy('id').primaryKeys(),
  doses: (await db.doseEvents.orderBy('id').primaryKeys()).length,
})

describe('S11.2 epochs', () => {
  it('S11.2 the first epoch a device hears of, from whatever answer, is named by every later request', async () => {
    const device = await testDevice()
    const input = newMedication(device.source)
    await write(device, [addCommand(input)])
    const named: unknown[] = []
    await pass(device, (request) => {
      named.push(request.epoch)
      if (request.method === 'POST') return answer(201, answerRecord(input))
      if (request.path === '/api/medications') return answer(200, [answerRecord(input)])
      return answer(200, { events: [], cursor: 0, more: false })
    })
    expect(named).toEqual([null, 'first', 'first'])
    expect(await device.db.giveBack.count()).toBe(0)
  })

  it('S11.2 a single write answered with a new epoch stays, and goes out in the new one under its key', async () => {
    const { device, store } = await deviceBefore()
    const more = newMedication(device.source, { name: 'Ibuprofen' })
    const saved = await write(device, [addCommand(more)])
    const server = restored()
    expect(await pass(device, server.reply)).toEqual({ kind: 'synced' })
    expect(server.asked[0]).toMatchObject({ path: '/api/medications', method: 'POST', epoch: 'first' })
    expect(server.given.at(-1)).toMatchObject({ key: saved.ok ? saved.value[0] : '' })
    expect(await store.nextEntries(1)).toEqual([])
  })

  it('S11.2 an answer that speaks of another epoch without announcing it is not used', async () => {
    const { device } = await deviceBefore()
    const before = await contents(device)
    const end = await pass(device, () => answer(200, [], { epoch: 'second', seq: 2000 }))
    expect(end).toEqual({ kind: 'temporary', after: null })
    expect(await contents(device)).toEqual(before)
    expect((await readSyncState(device.db)).epoch).toBe('first')
  })

  it('S11.2 an announcement from something else than our server, or about somebody else, begins nothing', async () => {
    const { device } = await deviceBefore()
    await pass(device, () => ({ ...newEpochAnswer('second', 0), protocol: null }))
    await pass(device, () => ({ ...newEpochAnswer('second', 0), user: 'someone-else' }))
    expect((await readSyncState(device.db)).epoch).toBe('first')
    expect(await device.db.giveBack.count()).toBe(0)
  })

  it('S11.2 the epoch of somebody else, who is signed in here, is not remembered', async () => {
    const device = await testDevice()
    const foreign = { ...errorAnswer(409, 'wrong_user'), user: 'someone-else', epoch: 'of theirs' }
    expect(await pass(device, () => foreign)).toEqual({ kind: 'gate', gate: 'wrong-user' })
    expect((await readSyncState(device.db)).epoch).toBe(null)
  })

  it('S11.2 a server that announces epoch after epoch is left alone until the next attempt', async () => {
    const { device } = await deviceBefore()
    let epochs = 0
    const end = await pass(device, () => {
      epochs += 1
      return newEpochAnswer(`epoch ${epochs}`, 10)
    })
    expect(end).toEqual({ kind: 'temporary', after: null })
    expect(epochs).toBe(4)
  })
})

describe('S11.3 a database that was replaced without anybody saying so', () => {
  it('S11.3 a list that stays older than what the device knows makes it name the commit it knows', async () => {
    const before = await deviceBefore()
    const { device } = before
    const replaced = withOldState(restoredServer({ epoch: 'first', restoredSeq: 10, seq: 10 }), before)
    const begun = withOldState(restored(), before)
    const asked: string[] = []
    const end = await pass(device, (request) => {
      asked.push(request.path)
      if (request.epoch === 'second') return begun.reply(request)
      const since = Number(/since=(\d+)/.exec(request.path)?.[1] ?? 0)
      return since > 10 ? newEpochAnswer('second', 10) : replaced.reply(request)
    })
    expect(end).toEqual({ kind: 'synced' })
    expect(asked.slice(0, 4)).toEqual([
      '/api/medications',
      '/api/medications',
      '/api/medications',
      '/api/doses?since=19&limit=1',
    ])
    expect(begun.given).toHaveLength(9)
  })
})

describe('S11.4 a new epoch begins', () => {
  it('S11.4 the ETag is forgotten, the cursor taken back, and everything stays', async () => {
    const { device, store } = await deviceBefore()
    const before = await contents(device)
    await store.startEpoch({ epoch: 'second', restoredSeq: 10 })
    expect(await readSyncState(device.db)).toMatchObject({
      epoch: 'second',
      lists: { medications: { etag: null, seq: 0 } },
      dosesCursor: 10,
    })
    expect(await contents(device)).toEqual(before)
  })

  it('S11.4 a cursor behind the restored commit stays: what lies between was never seen here', async () => {
    const { device, store } = await deviceBefore()
    await store.startEpoch({ epoch: 'second', restoredSeq: 30 })
    expect((await readSyncState(device.db)).dosesCursor).toBe(17)
  })

  it('S11.4 nothing is taken for lost because a restored server does not list it', async () => {
    const before = await deviceBefore()
    const { device, theirs, own } = before
    const server = restored()
    await pass(device, server.reply)
    expect((await contents(device)).medications).toEqual([theirs.id, own.id].sort())
    expect([...server.records.keys()].sort()).toEqual([theirs.id, own.id].sort())
  })

  it('S11.4 what the server still has is not replayed', async () => {
    const { device, store } = await deviceBefore()
    await store.startEpoch({ epoch: 'second', restoredSeq: 100 })
    expect(await store.nextReplay(100)).toEqual([])
    expect(await device.db.giveBack.count()).toBe(0)
  })
})

describe('S11.5 replaying', () => {
  it('S11.5 deletions, records, own commands, doses; undos when what they take back is there', async () => {
    const before = await deviceBefore()
    const { device, theirs, vanished, own, theirDose, theirUndo, commands, keys } = before
    const server = withOldState(restored(), before)
    await pass(device, server.reply)
    const [ownDose, ownUndo] = [eventOf(commands[1] as Command), eventOf(commands[2] as Command)]
    expect(server.given.map(({ method, path, key, originalSeq }) => ({ method, path, key, originalSeq }))).toEqual([
      { method: 'DELETE', path: `/api/medications/${vanished.id}`, key: expect.anything(), originalSeq: 12 },
      { method: 'PUT', path: `/api/medications/${theirs.id}`, key: expect.anything(), originalSeq: 12 },
      { method: 'PUT', path: `/api/medications/${own.id}`, key: expect.anything(), originalSeq: 12 },
      { method: 'POST', path: '/api/medications', key: keys[0], originalSeq: 13 },
      { method: 'PATCH', path: `/api/medications/${own.id}`, key: keys[3], originalSeq: 19 },
      { method: 'POST', path: '/api/doses', key: theirDose.id, originalSeq: 15 },
      { method: 'POST', path: '/api/doses', key: ownDose.id, originalSeq: 15 },
      { method: 'POST', path: '/api/doses', key: theirUndo.id, originalSeq: 17 },
      { method: 'POST', path: '/api/doses', key: ownUndo.id, originalSeq: 17 },
    ])
    expect(server.given[1]?.body).toEqual(serverRecord(theirs))
    expect(server.given[5]?.body).toEqual(theirDose)
    expect(server.given[6]?.body).toEqual(ownDose)
  })

  it('S11.5 comes before the outbox and before any list, as a batch even when it is a single call', async () => {
    const device = await testDevice()
    const store = createSyncStore(device.db, device.source)
    const record = serverRecord(newMedication(device.source))
    await store.rememberEpoch('first')
    await store.replaceList('medications', [record], { etag: '"12"', seq: 12 })
    await write(device, [addCommand(newMedication(device.source, { name: 'Ibuprofen' }))])
    const server = restored()
    await pass(device, server.reply)
    expect(server.asked.map(({ method, path, epoch }) => `${epoch}: ${method} ${path.split('?')[0]}`)).toEqual([
      'first: POST /api/medications',
      'second: POST /api/batch',
      'second: POST /api/medications',
      'second: GET /api/medications',
      'second: GET /api/doses',
    ])
  })

  it('S11.5 a worker that only delivers replays too', async () => {
    const { device } = await deviceBefore()
    await write(device, [addCommand(newMedication(device.source, { name: 'Ibuprofen' }))])
    const server = restored()
    expect(await pass(device, server.reply, { pull: false })).toEqual({ kind: 'synced' })
    expect(await device.db.giveBack.count()).toBe(0)
    expect(server.records.size).toBe(3)
  })

  const COUNT = 9
  it.each(Array.from({ length: COUNT }, (_, index) => index))(
    'S11.5 interrupted after %i answers it goes on where it was, and ends like one that was not',
    async (answers) => {
      const before = await deviceBefore()
      const { device } = before
      const server = withOldState(restored(), before)
      server.stopAfter(answers)
      expect(await pass(device, server.reply)).toMatchObject({ kind: 'temporary' })
      expect(await device.db.giveBack.count()).toBe(COUNT - answers)
      server.stopAfter(1000)
      expect(await pass(device, server.reply)).toEqual({ kind: 'synced' })
      expect(new Set(server.given.map(({ key }) => key)).size).toBe(COUNT)
      expect(server.given).toHaveLength(COUNT)
      expect(server.events.size).toBe(5)
      expect(await contents(device)).toMatchObject({ doses: 5 })
    },
  )

  it('S14.6 what goes back does not say who made it, which only the server may say', async () => {
    const before = await deviceBefore()
    const { device, store, theirs } = before
    const helped = { ...logged(eventOf(extraDose(device.source, theirs)), 20), by: { id: USER, name: 'Ada' } }
    await store.appendDoses([helped], 20)
    const server = withOldState(restored(), before)
    expect(await pass(device, server.reply)).toEqual({ kind: 'synced' })
    expect(server.events.get(helped.id)).toBeDefined()
    expect(server.given.find(({ key }) => key === helped.id)).not.toHaveProperty('body.by')
  })

  it('S11.5 a long log goes back as it was, in as few requests as batches allow', async () => {
    const before = await deviceBefore()
    const { device, store, theirs } = before
    const doses = Array.from({ length: 400 }, () => eventOf(extraDose(device.source, theirs)))
    await store.appendDoses(
      doses.map((event, index) => logged(event, 100 + index)),
      500,
    )
    const server = withOldState(restored(), before)
    expect(await pass(device, server.reply)).toEqual({ kind: 'synced' })
    const keys = server.given.map(({ key }) => key)
    const first = keys.indexOf(doses[0]?.id ?? '')
    expect(keys.slice(first, first + doses.length)).toEqual(doses.map(({ id }) => id))
    expect(await device.db.giveBack.count()).toBe(0)
    expect(server.asked.filter(({ path, epoch }) => path === '/api/batch' && epoch === 'second')).toHaveLength(1)
  })

  it('S11.5 an answer that got lost is asked for again under the same keys', async () => {
    const before = await deviceBefore()
    const server = withOldState(restored(), before)
    await pass(before.device, (request) => {
      const reply = server.reply(request)
      return request.path === '/api/batch' ? null : reply
    })
    expect(await before.device.db.giveBack.count()).toBe(COUNT)
    await pass(before.device, server.reply)
    expect(server.given).toHaveLength(COUNT)
  })

  it('S11.5 a batch that is refused as a whole goes out in smaller ones, down to one call', async () => {
    const before = await deviceBefore()
    const server = withOldState(restored(), before)
    const sizes: number[] = []
    const end = await pass(before.device, (request) => {
      const calls = (request.body as { calls?: unknown[] } | undefined)?.calls
      if (calls && request.epoch === 'second') sizes.push(calls.length)
      return calls && calls.length > 1 && request.epoch === 'second'
        ? { ...errorAnswer(413, 'too_large'), epoch: 'second' }
        : server.reply(request)
    })
    expect(end).toEqual({ kind: 'synced' })
    expect(sizes.slice(0, 5)).toEqual([9, 4, 2, 1, 2])
    expect(server.given).toHaveLength(COUNT)
  })

  it('S11.5 what a batch that became too long did not attempt goes out in the same pass', async () => {
    const before = await deviceBefore()
    const server = withOldState(restored(), before)
    const statuses: number[][] = []
    const end = await pass(before.device, (request) => {
      const isReplay = request.path === '/api/batch' && request.epoch === 'second'
      if (!isReplay) return server.reply(request)
      const [first, ...others] = (request.body as BatchBody).calls
      const reply = server.reply({ ...request, body: { calls: [first] } })
      const { results } = reply.body as { results: { status: number; seq: number }[] }
      const { body } = errorAnswer(NOT_ATTEMPTED, 'not_attempted')
      const stopped = others.slice(0, 1).map(() => ({ status: NOT_ATTEMPTED, body, seq: results[0]?.seq }))
      statuses.push([...results, ...stopped].map(({ status }) => status))
      return { ...reply, body: { results: [...results, ...stopped] } }
    })
    expect(end).toEqual({ kind: 'synced' })
    expect(statuses.slice(0, 2)).toEqual([
      [200, NOT_ATTEMPTED],
      [200, NOT_ATTEMPTED],
    ])
    expect(server.given).toHaveLength(COUNT)
  })

  it('S11.5 over a network that is too slow for it the next batch is smaller', async () => {
    const before = await deviceBefore()
    const { device } = before
    const server = withOldState(restored(), before)
    await before.store.startEpoch({ epoch: 'second', restoredSeq: 10 })
    const batchSize = createBatchSize()
    const sizes: number[] = []
    const slow = (request: SyncRequest) => {
      const calls = (request.body as { calls?: unknown[] } | undefined)?.calls ?? []
      if (request.epoch === 'second') sizes.push(calls.length)
      if (calls.length < 4) return server.reply(request)
      device.source.advance(30_000)
      return null
    }
    for (let passes = 0; passes < 4; passes += 1) await pass(device, slow, { pull: false }, batchSize)
    expect(sizes.slice(0, 3)).toEqual([9, 4, 2])
  })

  it('S11.5 what comes after a single call that is refused as a whole still goes out', async () => {
    const before = await deviceBefore()
    const server = withOldState(restored(), before)
    await pass(before.device, (request) => {
      const isPut = JSON.stringify(request.body ?? '').includes('"PUT"')
      return isPut && request.epoch === 'second'
        ? { ...errorAnswer(400, 'invalid'), epoch: 'second' }
        : server.reply(request)
    })
    expect(await before.device.db.giveBack.count()).toBe(0)
    const kept = await before.device.db.outbox.where('state').equals('attention').toArray()
    expect(kept.map(({ refusal }) => refusal?.code)).toEqual(['invalid', 'invalid'])
  })

  it('S6.2 a gate in the middle of replaying pauses it and fails nothing', async () => {
    const { device } = await deviceBefore()
    const server = restored()
    await pass(device, server.reply, { pull: false })
    await createSyncStore(device.db, device.source).startEpoch({ epoch: 'third', restoredSeq: 10 })
    const end = await pass(device, () => ({ ...errorAnswer(401, 'unauthenticated'), epoch: 'third' }))
    expect(end).toEqual({ kind: 'gate', gate: 'signed-out' })
    expect(await device.db.giveBack.count()).toBeGreaterThan(0)
    expect(await device.db.outbox.count()).toBe(0)
  })
})

describe('S11.6 sequences', () => {
  it('S11.6 what was replayed takes its place in the new log, and a command remembers its first sequence', async () => {
    const before = await deviceBefore()
    const { device, keys, commands, theirDose } = before
    await pass(device, withOldState(restored(), before).reply)
    const rows = await device.db.acknowledged.orderBy('seq').toArray()
    expect(rows.map(({ key, originalSeq }) => [key, originalSeq])).toEqual([
      [keys[0], 13],
      [keys[3], 19],
    ])
    expect(rows.every(({ seq }) => seq > 1000)).toBe(true)
    const ownDose = eventOf(commands[1] as Command)
    for (const event of await device.db.doseEvents.bulkGet([theirDose.id, ownDose.id]))
      expect(event?.seq).toBeGreaterThan(1000)
    expect((await device.db.deletions.toArray()).every(({ seq }) => seq > 1000)).toBe(true)
  })

  it('S11.6 a second restore is given everything again that the first had been given, under the first sequences', async () => {
    const before = await deviceBefore()
    const { device, keys } = before
    await pass(device, withOldState(restored(), before).reply)
    const again = withOldState(restoredServer({ epoch: 'third', restoredSeq: 1000, seq: 2000 }), before)
    await pass(device, again.reply)
    expect(again.given).toHaveLength(9)
    const own = again.given.filter(({ key }) => keys.includes(key))
    expect(own.map(({ originalSeq }) => originalSeq)).toEqual([13, 19])
  })

  it('S11.6 a record is replayed as known before the first restore: a list after it may lack the edits of others', async () => {
    const before = await deviceBefore()
    const { device, store } = before
    const server = withOldState(restored(), before)
    await pass(device, server.reply)
    expect(await device.db.giveBack.count()).toBe(0)
    await store.startEpoch({ epoch: 'third', restoredSeq: 10 })
    const records = (await store.nextReplay(20)).filter(({ what }) => what.kind === 'record')
    expect(records.map(({ originalSeq }) => originalSeq)).toEqual([12, 12])
  })

  it('S11.5 a second restore in the middle of replaying keeps the order: an addition before its edit', async () => {
    const before = await deviceBefore()
    const { device, keys } = before
    const first = withOldState(restored(), before)
    first.stopAfter(5)
    await pass(device, first.reply)
    const second = withOldState(restoredServer({ epoch: 'third', restoredSeq: 1000, seq: 2000 }), before)
    expect(await pass(device, second.reply)).toEqual({ kind: 'synced' })
    const order = second.given.map(({ key }) => keys.indexOf(key)).filter((index) => index !== -1)
    expect(order).toEqual([0, 3])
    expect(second.given).toHaveLength(9)
    expect(second.events.size).toBe(5)
  })
})

describe('S11.7 and S11.9 refusals', () => {
  it('S11.7 what belongs to a deleted record is not replayed again, and nobody is asked', async () => {
    const before = await deviceBefore()
    const { device, own, theirs } = before
    const server = withOldState(restored(), before)
    server.deleted.add(own.id)
    expect(await pass(device, server.reply)).toEqual({ kind: 'synced' })
    expect(await device.db.giveBack.count()).toBe(0)
    expect(await device.db.outbox.count()).toBe(0)
    expect((await contents(device)).medications).toEqual([theirs.id])
  })

  it('S4.2 a dose that arrived before its medication leaves the log, if the restored server never had that', async () => {
    const before = await deviceBefore()
    const { device, store, theirDose } = before
    const early = eventOf(extraDose(device.source, newMedication(device.source, { name: 'Warfarin' })))
    await store.appendDoses([logged(early, 900)], 900)
    // The new epoch counts from the restored commit: no list of it reaches the place that the dose had.
    const server = withOldState(restoredServer({ epoch: 'second', restoredSeq: 10, seq: 20 }), before)
    expect(await pass(device, server.reply)).toEqual({ kind: 'synced' })
    expect(await device.db.doseEvents.get(early.id)).toBeUndefined()
    expect(await device.db.doseEvents.get(theirDose.id)).toBeDefined()
    expect(await device.db.giveBack.count()).toBe(0)
  })

  it('S11.9 a command refused for another reason is kept for the person under its key and leaves the view', async () => {
    const before = await deviceBefore()
    const { device, own, keys } = before
    const server = withOldState(restored(), before)
    server.decide(({ path, method, body }) =>
      path.endsWith(own.id) || (method === 'POST' && (body as { id: string }).id === own.id)
        ? { status: 409, code: 'id_conflict' }
        : null,
    )
    await pass(device, server.reply)
    const kept = await device.db.outbox.where('state').equals('attention').sortBy('position')
    expect(kept.map(({ key }) => key)).toContain(keys[0])
    expect(kept.find(({ key }) => key === keys[0])).toMatchObject({
      refusal: { code: 'id_conflict' },
      command: { name: 'medication.add', args: { name: 'Metformin' } },
    })
    expect(await device.db.medications.get(own.id)).toBeUndefined()
  })

  it.each([
    ['refused', { status: 409, code: 'id_conflict' }],
    ['refused to somebody who may only log', { status: 403, code: 'role_too_small' }],
  ] as const)(
    'S11.9 a medication whose deletion is %s comes back with what was logged for it',
    async (_why, refusal) => {
      const before = await deviceBefore()
      const { device, vanished } = before
      const dose = eventOf(extraDose(device.source, vanished))
      const server = withOldState(restored(), before)
      server.records.set(vanished.id, serverRecord(vanished))
      server.events.set(dose.id, logged(dose, 7))
      server.decide(({ method, path }) => (method === 'DELETE' && path.endsWith(vanished.id) ? refusal : null))
      expect(await pass(device, server.reply)).toEqual({ kind: 'synced' })
      expect(await device.db.medications.get(vanished.id)).toBeDefined()
      expect(await device.db.doseEvents.get(dose.id)).toBeDefined()
    },
  )

  it('S11.9 a dose that was refused, came back with the log and is refused by the next restored server stays one entry', async () => {
    const before = await deviceBefore()
    const { device, store, theirDose } = before
    for (const epoch of ['second', 'third']) {
      const server = withOldState(restoredServer({ epoch, restoredSeq: 10, seq: 1000 }), before)
      server.decide(({ body }) =>
        (body as { id?: string } | undefined)?.id === theirDose.id ? { status: 422, code: 'key_reused' } : null,
      )
      await pass(device, server.reply)
      await store.appendDoses([logged(theirDose, 2000)], 2000)
    }
    expect(await device.db.giveBack.count()).toBe(0)
    const kept = await device.db.outbox.where('recordId').equals(theirDose.id).toArray()
    expect(kept).toMatchObject([{ state: 'attention', refusal: { code: 'key_reused' } }])
  })

  it('S6.4 a dose of a medication that is replayed and refused waits with it instead of going with it', async () => {
    const before = await deviceBefore()
    const { device, own, keys, commands } = before
    const dose = eventOf(commands[1] as Command)
    const server = withOldState(restored(), before)
    server.decide(({ path, method, body }) =>
      path.endsWith(own.id) || (method === 'POST' && (body as { id: string }).id === own.id)
        ? { status: 409, code: 'id_conflict' }
        : null,
    )
    await pass(device, server.reply)
    const waiting = await device.db.outbox.where('state').equals('waiting').toArray()
    expect(waiting).toMatchObject([{ recordId: dose.id, kind: 'dose' }])
    expect(waiting[0]?.key).not.toBe(keys[1])
    expect(await device.db.doseEvents.get(dose.id)).toMatchObject({ seq: null })
  })

  it('S6.6 a command that this version cannot read is kept and shown', async () => {
    const before = await deviceBefore()
    const { device, keys } = before
    await device.db.acknowledged.update(keys[3] ?? '', { command: { name: 'moon.land', args: {} } })
    const server = withOldState(restored(), before)
    expect(await pass(device, server.reply)).toEqual({ kind: 'synced' })
    expect(server.given).toHaveLength(8)
    expect(await device.db.outbox.toArray()).toMatchObject([
      { key: keys[3], state: 'attention', command: { name: 'moon.land' } },
    ])
  })
})

describe('S11.5 deletions that a device saw', () => {
  it('S11.5 are remembered for 35 days', async () => {
    const device = await testDevice()
    const store = createSyncStore(device.db, device.source)
    const first = serverRecord(newMedication(device.source))
    const second = serverRecord(newMedication(device.source, { name: 'Apixaban' }))
    await store.replaceList('medications', [first, second], { etag: '"1"', seq: 1 })
    await store.replaceList('medications', [second], { etag: '"2"', seq: 2 })
    expect(await device.db.deletions.toArray()).toMatchObject([{ id: first.id, seq: 2 }])
    device.source.advance(36 * 86_400_000)
    await store.replaceList('medications', [], { etag: '"3"', seq: 3 })
    expect(await device.db.deletions.toArray()).toMatchObject([{ id: second.id, seq: 3 }])
  })
})
