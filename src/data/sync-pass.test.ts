import { describe, expect, it } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import { newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { BatchBody } from '#domain/protocol/batch.ts'
import type { Versions } from '#domain/protocol/events.ts'
import type { LogColumns } from '#domain/protocol/log-columns.ts'
import { logColumnsOf } from '#domain/protocol/log-columns-write.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import { sampleId } from '#domain/testing/samples.ts'
import type { Attempt } from '#src/sync/drain.ts'
import { type PassEnd, type PassOptions, syncPass } from '#src/sync/engine.ts'
import type { SyncAnswer, SyncRequest } from '#src/sync/ports.ts'
import {
  addCommand,
  answer,
  errorAnswer,
  extraDose,
  NOW,
  newMedication,
  scriptedTransport,
  serverRecord,
  testDevice,
  USER,
} from '#src/testing/device.ts'
import { storedDose } from './stored-dose.ts'
import { readSyncState } from './sync-state.ts'
import { createSyncStore } from './sync-store.ts'
import { write } from './write.ts'

type Device = Awaited<ReturnType<typeof testDevice>>
type Reply = (request: SyncRequest, index: number) => SyncAnswer | null

async function pass(device: Device, reply: Reply, options: Partial<PassOptions> & { signedOut?: boolean } = {}) {
  const transport = scriptedTransport(reply)
  const attempts: Attempt[] = []
  const end: PassEnd = await syncPass(
    {
      store: createSyncStore(device.db, device.source),
      transport,
      clock: device.source,
      user: USER,
      lock: {
        run: async (work) => {
          await work()
          return true
        },
      },
      mayGoOn: async () => options.signedOut !== true,
      onAttempt: (attempt) => attempts.push(attempt),
    },
    { pull: options.pull ?? false, upTo: options.upTo },
  )
  return { end, attempts, requests: transport.requests }
}

const listed = (record: ReturnType<typeof serverRecord>) => ({ ...record, isActive: true })
const logged = (command: Command, seq: number) => ({ ...command.args, seq, receivedAt: toInstant(NOW) })
const undoOf = (source: Parameters<typeof extraDose>[0], dose: Command): Command => {
  if (dose.name !== 'dose.record') throw new Error('Only a dose can be undone')
  return {
    name: 'dose.record',
    args: { ...dose.args, id: newId(source), kind: 'undone', undoes: dose.args.id },
  }
}
const emptyLists: Reply = (request) =>
  request.path.startsWith('/api/doses')
    ? answer(200, { events: [], cursor: 0, more: false })
    : answer(200, [], { etag: '"1"' })

async function withMedication() {
  const device = await testDevice()
  const input = newMedication(device.source)
  await write(device, [addCommand(input)])
  return { device, input, record: serverRecord(input) }
}

describe('S2 delivery', () => {
  it('S2.4 an entry is forgotten on its answer, and base and view take the answer over', async () => {
    const { device, input, record } = await withMedication()
    const { end, requests } = await pass(device, () =>
      answer(201, listed({ ...record, name: 'METFORMIN' }), { seq: 4 }),
    )
    expect(end).toEqual({ kind: 'synced' })
    expect(requests).toMatchObject([{ method: 'POST', path: '/api/medications' }])
    expect(await device.db.outbox.count()).toBe(0)
    expect((await device.db.medications.get(input.id))?.name).toBe('METFORMIN')
    expect((await readSyncState(device.db)).lists.medications.seq).toBe(4)
  })

  it('S2.2 without an answer the same entry goes out again under the same key', async () => {
    const { device, record } = await withMedication()
    const lost = await pass(device, () => null)
    expect(lost.end).toEqual({ kind: 'temporary', after: null })
    expect(lost.attempts).toMatchObject([{ kind: 'unanswered' }])
    const again = await pass(device, () => answer(201, listed(record)))
    expect(again.requests[0]?.key).toBe(lost.requests[0]?.key)
  })

  it('S2.5 several entries go out in order in one batch; what was not attempted stays', async () => {
    const { device, input, record } = await withMedication()
    await pass(device, () => answer(201, listed(record), { seq: 1 }))
    const stop: Command = { name: 'medication.stop', args: { id: input.id, stoppedAt: null } }
    await write(device, [stop, extraDose(device.source, input), extraDose(device.source, input)])
    const { end, requests } = await pass(device, () =>
      answer(200, {
        results: [
          { status: 200, body: listed(record), seq: 2 },
          { status: 503, body: errorAnswer(503, 'unavailable').body, seq: 0 },
          { status: 424, body: errorAnswer(424, 'not_attempted').body, seq: 0 },
        ],
      }),
    )
    expect(end).toEqual({ kind: 'temporary', after: null })
    const sent = requests.map((request) => (request.body as BatchBody).calls)
    const path = `/api/medications/${input.id}`
    expect(sent[0]?.map((call) => call.path)).toEqual([path, '/api/doses', '/api/doses'])
    expect(await device.db.outbox.count()).toBe(2)
  })

  it('S2.5 what a batch did not come to, although nothing stopped it, goes out again at once', async () => {
    const { device, input, record } = await withMedication()
    await pass(device, () => answer(201, listed(record), { seq: 1 }))
    const doses = [extraDose(device.source, input), extraDose(device.source, input)] as const
    await write(device, [...doses])
    const first = { status: 201, body: logged(doses[0], 2), seq: 2 }
    const { end, requests, attempts } = await pass(device, ({ path }) =>
      path === '/api/batch'
        ? answer(200, {
            results: [first, { status: 424, body: errorAnswer(424, 'not_attempted').body, seq: 0 }],
          })
        : answer(201, logged(doses[1], 3)),
    )
    expect(end).toEqual({ kind: 'synced' })
    expect(requests.map(({ path }) => path)).toEqual(['/api/batch', '/api/doses'])
    expect(attempts.map(({ kind }) => kind)).toEqual(['acknowledged', 'acknowledged'])
    expect(await device.db.outbox.count()).toBe(0)
  })

  it('S2.4 what one answer decides is taken over whole or not at all', async () => {
    const { device, input, record } = await withMedication()
    await pass(device, () => answer(201, listed(record)))
    const doses = [extraDose(device.source, input), extraDose(device.source, input)]
    await write(device, doses)
    const results = doses.map((dose, index) => ({
      status: 201,
      body: logged(dose, index + 2),
      seq: index + 2,
    }))
    const crash = () => {
      throw new Error('The browser ended')
    }
    device.db.outbox.hook('deleting', crash)
    await expect(pass(device, () => answer(200, { results }))).rejects.toThrow('The browser ended')
    device.db.outbox.hook('deleting').unsubscribe(crash)
    expect(await device.db.outbox.count()).toBe(2)
    expect((await device.db.doseEvents.toArray()).map(({ seq }) => seq)).toEqual([null, null])
    await pass(device, () => answer(200, { results }))
    expect(await device.db.outbox.count()).toBe(0)
    expect((await device.db.doseEvents.orderBy('seq').toArray()).map(({ seq }) => seq)).toEqual([2, 3])
  })

  it('S2.4 in a batch too, what the person has put in the place of an entry meanwhile stays', async () => {
    const { device, input, record } = await withMedication()
    await pass(device, () => answer(201, listed(record)))
    const doses = [extraDose(device.source, input), extraDose(device.source, input)]
    await write(device, doses)
    const store = createSyncStore(device.db, device.source)
    const entries = await store.nextEntries(2)
    await device.db.outbox.update(entries[1]?.position ?? 0, { key: 'the key of another write' })
    await store.settle(
      entries.map((entry, index) => ({
        entry,
        kind: 'taken',
        body: logged(doses[index] as Command, 2),
        seq: 2,
      })),
    )
    expect(await device.db.outbox.toArray()).toMatchObject([{ key: 'the key of another write' }])
  })

  it('S3.4 doses and the deletion of their medication, answered together, leave nothing of either', async () => {
    const { device, input, record } = await withMedication()
    await pass(device, () => answer(201, listed(record)))
    const dose = extraDose(device.source, input)
    await write(device, [dose])
    await write(device, [{ name: 'medication.delete', args: { id: input.id } }])
    await pass(device, () =>
      answer(200, {
        results: [
          { status: 201, body: logged(dose, 2), seq: 2 },
          { status: 200, body: { success: true }, seq: 3 },
        ],
      }),
    )
    expect(await device.db.outbox.count()).toBe(0)
    expect(await device.db.doseEvents.count()).toBe(0)
    expect((await readSyncState(device.db)).lists.medications.seq).toBe(3)
  })

  it('S2.5 a batch never outgrows one body; one that is refused as a whole is sent call by call', async () => {
    const { device, input, record } = await withMedication()
    const notes = Array.from({ length: 60 }, () => '😀'.repeat(400))
    const doses = notes.map((note) => extraDose(device.source, input, { note }))
    await write(device, doses)
    const sizes: number[] = []
    await pass(device, (request) => {
      sizes.push(JSON.stringify(request.body).length)
      return request.path === '/api/batch' ? errorAnswer(413, 'too_large') : answer(201, listed(record))
    })
    expect(Math.max(...sizes)).toBeLessThan(300_000)
    expect(await device.db.outbox.count()).toBe(0)
  })

  it('S11.1 an acknowledged command about a medication is remembered with its sequence, for 35 days', async () => {
    const { device, record, input } = await withMedication()
    await pass(device, () => answer(201, listed(record), { seq: 7 }))
    expect(await device.db.acknowledged.toArray()).toMatchObject([{ seq: 7, command: { name: 'medication.add' } }])
    device.source.advance(36 * 86_400_000)
    await write(device, [{ name: 'medication.stop', args: { id: input.id, stoppedAt: null } }])
    await pass(device, () => answer(200, listed(record), { seq: 8 }))
    expect(await device.db.acknowledged.toArray()).toMatchObject([{ seq: 8, command: { name: 'medication.stop' } }])
  })

  it('S11.1 an acknowledged dose is remembered by the log, whole and with its sequence', async () => {
    const { device, record, input } = await withMedication()
    await pass(device, () => answer(201, listed(record), { seq: 7 }))
    const dose = extraDose(device.source, input)
    await write(device, [dose])
    await pass(device, () => answer(201, logged(dose, 8), { seq: 8 }))
    expect(await device.db.doseEvents.toArray()).toMatchObject([{ ...dose.args, seq: 8 }])
  })
})

describe('S6 refusals, gates and temporary ends', () => {
  it('S6.3 S3.3 a refused write leaves the view and is kept with everything typed', async () => {
    const { device, input } = await withMedication()
    const { end, attempts } = await pass(device, () => errorAnswer(409, 'duplicate', 'You already have it'))
    expect(end).toEqual({ kind: 'synced' })
    expect(attempts).toMatchObject([{ kind: 'refused', refusal: { error: 'You already have it' } }])
    expect(await device.db.medications.count()).toBe(0)
    expect(await device.db.outbox.toArray()).toMatchObject([
      { state: 'attention', refusal: { code: 'duplicate' }, command: { args: { name: input.name } } },
    ])
  })

  it('S6.4 what refers to a refused record waits with it; the rest goes on', async () => {
    const { device, input } = await withMedication()
    const other = newMedication(device.source, { name: 'Apixaban' })
    await pass(device, () => errorAnswer(409, 'duplicate'))
    await device.db.medications.put(serverRecord(input))
    const dose = extraDose(device.source, input)
    await write(device, [dose])
    await write(device, [addCommand(other)])
    const { requests } = await pass(device, () => answer(201, listed(serverRecord(other))))
    expect(requests.map((request) => request.path)).toEqual(['/api/medications'])
    expect(await device.db.outbox.where('state').equals('waiting').count()).toBe(1)
  })

  it('S6.4 what refers to a record is not sent along with it: refused together, it could not wait', async () => {
    const { device, input } = await withMedication()
    const dose = extraDose(device.source, input)
    await write(device, [dose, undoOf(device.source, dose)])
    const { requests } = await pass(device, () => errorAnswer(409, 'duplicate'))
    expect(requests.map((request) => request.path)).toEqual(['/api/medications'])
    const states = (await device.db.outbox.orderBy('position').toArray()).map(({ state }) => state)
    expect(states).toEqual(['attention', 'waiting', 'waiting'])
  })

  it('S6.3 a refusal of what the person has replaced meanwhile takes nothing back', async () => {
    const { device, input, record } = await withMedication()
    await pass(device, () => answer(201, listed(record)))
    const dose = extraDose(device.source, input)
    await write(device, [dose])
    const store = createSyncStore(device.db, device.source)
    const [entry] = await store.nextEntries(1)
    if (!entry) throw new Error('nothing waits')
    await device.db.outbox.update(entry.position, { key: 'the key of another write' })
    const refusal = { status: 404, code: 'not_found', error: 'No.', field: null } as const
    await store.settle([{ entry, kind: 'refused', refusal }])
    expect(await device.db.doseEvents.count()).toBe(1)
    expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'waiting' }])
  })

  it('S6.2 a gate pauses the whole queue and fails nothing', async () => {
    const { device } = await withMedication()
    const { end } = await pass(device, () => errorAnswer(403, 'consent_required'))
    expect(end).toEqual({ kind: 'gate', gate: 'consent' })
    expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'waiting', refusal: null }])
  })

  it('S6.1 a page of a captive portal with status 200 is no answer', async () => {
    const { device } = await withMedication()
    const { end } = await pass(device, () => answer(200, '<html>', { protocol: null, user: null }))
    expect(end.kind).toBe('temporary')
    expect(await device.db.outbox.count()).toBe(1)
  })

  it('S6.6 an entry that this version cannot read is kept and shown', async () => {
    const { device } = await withMedication()
    await device.db.outbox.toCollection().modify({ command: { name: 'moon.land', args: {} } })
    const { end, requests } = await pass(device, () => answer(200, {}))
    expect(end).toEqual({ kind: 'synced' })
    expect(requests).toEqual([])
    expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'attention' }])
  })

  it('S8.1 S8.2 an answer about another user changes nothing; a wrong user is a gate', async () => {
    const { device, record } = await withMedication()
    const foreign = await pass(device, () => answer(201, listed(record), { user: 'someone-else' }))
    expect(foreign.end.kind).toBe('temporary')
    const wrong = await pass(device, () => ({ ...errorAnswer(409, 'wrong_user'), user: 'someone-else' }))
    expect(wrong.end).toEqual({ kind: 'gate', gate: 'wrong-user' })
    expect(await device.db.outbox.count()).toBe(1)
  })

  it('S8.3 after sign-out nothing is sent', async () => {
    const { device } = await withMedication()
    const { end, requests } = await pass(device, () => answer(200, {}), { signedOut: true })
    expect(end).toEqual({ kind: 'gate', gate: 'signed-out' })
    expect(requests).toEqual([])
  })
})

describe('S3 base and view', () => {
  it('S3.1 a list that comes while a write waits does not take its effect back', async () => {
    const { device, input, record } = await withMedication()
    await pass(device, () => answer(201, listed(record)))
    const changes = { name: 'Metformin XR' }
    await write(device, [
      { name: 'medication.edit', args: { id: input.id, changes, editedAt: toInstant(device.source.now()) } },
    ])
    const store = createSyncStore(device.db, device.source)
    await store.replaceList('medications', [{ ...record, dosage: '850 mg' }], { etag: '"2"', seq: 9 })
    expect(await device.db.medications.get(input.id)).toMatchObject({
      name: 'Metformin XR',
      dosage: '850 mg',
    })
  })

  it('S3.7 a record of a newer version is neither lost nor deleted, and is read once it can be', async () => {
    const { device, input, record } = await withMedication()
    await pass(device, () => answer(201, listed(record), { seq: 5 }))
    const event = logged(extraDose(device.source, input), 6) as LoggedDoseEvent
    await createSyncStore(device.db, device.source).appendDoses([event], 6)
    const other = serverRecord(newMedication(device.source))
    const newer = { ...listed(record), name: 'Metformin XR', schedule: { kind: 'by-the-moon' } }
    const etags: unknown[] = []
    const list =
      (...records: unknown[]): Reply =>
      ({ path, etag }) => {
        if (path === '/api/medications') etags.push(etag ?? null)
        if (path === '/api/medications') return answer(200, records, { seq: 9, etag: '"9"' })
        if (path.startsWith('/api/doses')) return answer(200, { events: [], cursor: 9, more: false })
        return answer(404, {})
      }
    await pass(device, list(newer, listed(other)), { pull: true })
    expect(await device.db.medications.get(record.id)).toMatchObject({ name: record.name, schedule: record.schedule })
    expect(await device.db.medications.get(other.id)).toBeDefined()
    expect(await device.db.doseEvents.count()).toBe(1)
    const { medications } = (await readSyncState(device.db)).lists
    expect(medications).toMatchObject({ etag: null, unread: [{ id: record.id, name: 'Metformin XR' }] })

    await pass(device, list(listed({ ...record, name: 'Metformin XR' }), listed(other)), { pull: true })
    expect(etags).toEqual([null, null])
    expect(await device.db.medications.get(record.id)).toMatchObject({ name: 'Metformin XR' })
    expect((await readSyncState(device.db)).lists.medications).toMatchObject({ etag: '"9"', unread: [] })
  })

  it('S3.2 a list older than an acknowledged write is asked for again', async () => {
    const { device, input, record } = await withMedication()
    await pass(device, () => answer(201, listed(record), { seq: 5 }))
    let lists = 0
    const { end } = await pass(
      device,
      (request) => {
        if (request.path.startsWith('/api/doses')) return answer(200, { events: [], cursor: 0, more: false })
        lists += 1
        return lists === 1 ? answer(200, [], { seq: 4 }) : answer(200, [listed(record)], { seq: 5, etag: '"5"' })
      },
      { pull: true },
    )
    expect(end).toEqual({ kind: 'synced' })
    expect(lists).toBe(2)
    expect(await device.db.medications.get(input.id)).toBeDefined()
  })

  it('S3.2 a list older than the one before it is discarded, with what it would have taken away', async () => {
    const { device, record } = await withMedication()
    await pass(device, () => answer(201, listed(record), { seq: 5 }))
    const store = createSyncStore(device.db, device.source)
    const other = serverRecord(newMedication(device.source, { name: 'Apixaban' }))
    expect(await store.replaceList('medications', [record, other], { etag: '"2"', seq: 9 })).toBe(true)
    expect(await store.replaceList('medications', [record], { etag: '"1"', seq: 8 })).toBe(false)
    expect(await device.db.medications.count()).toBe(2)
  })

  it('S3.4 doses of a medication that came and went between two lists go with it', async () => {
    const { device, input } = await withMedication()
    const { id } = newMedication(device.source)
    const store = createSyncStore(device.db, device.source)
    const gone = { ...logged(extraDose(device.source, { ...input, id }), 3) } as LoggedDoseEvent
    const later = {
      ...logged(extraDose(device.source, { ...input, id: sampleId(77) }), 7),
    } as LoggedDoseEvent
    await store.appendDoses([gone, later], 7)
    await store.replaceList('medications', [], { etag: '"4"', seq: 4 })
    expect(await device.db.doseEvents.toCollection().primaryKeys()).toEqual([later.id])
  })

  it('S3.4 a medication that the list does not have is gone, with its acknowledged doses', async () => {
    const { device, input, record } = await withMedication()
    const dose = extraDose(device.source, input)
    await write(device, [dose])
    await pass(device, ({ path }) =>
      path === '/api/doses' ? answer(201, logged(dose, 2), { seq: 2 }) : answer(201, listed(record)),
    )
    expect(await device.db.doseEvents.count()).toBe(1)
    await pass(device, (request, index) => ({ ...(emptyLists(request, index) as SyncAnswer), seq: 3 }), {
      pull: true,
    })
    expect(await device.db.medications.count()).toBe(0)
    expect(await device.db.doseEvents.count()).toBe(0)
  })

  it('S3.5 an unchanged list is asked for with its ETag and touches nothing', async () => {
    const device = await testDevice()
    await pass(device, emptyLists, { pull: true })
    const { end, requests } = await pass(
      device,
      (request, index) =>
        request.path === '/api/medications' ? answer(304, '', { etag: '"1"' }) : emptyLists(request, index),
      { pull: true },
    )
    expect(end).toEqual({ kind: 'synced' })
    expect(requests[0]).toMatchObject({ path: '/api/medications', etag: '"1"' })
  })
})

describe('S9 change notifications', () => {
  const notification = (fields: Partial<Versions> = {}): Versions => ({
    user: USER,
    epoch: 'first',
    seq: 9,
    medications: 3,
    doses: 7,
    ...fields,
  })
  const upToDate: Reply = ({ path }) =>
    path.startsWith('/api/doses')
      ? answer(200, { events: [], cursor: 7, more: false }, { epoch: 'first', seq: 10 })
      : answer(200, [], { etag: '"3"', epoch: 'first', seq: 10 })
  const asked = async (device: Device, upTo: Versions) => {
    const { end, requests } = await pass(device, upToDate, { pull: true, upTo })
    expect(end).toEqual({ kind: 'synced' })
    return requests.map(({ path }) => path.split('?')[0])
  }

  it('S9.2 of what a change notification tells of, only what this device does not hold is fetched', async () => {
    const device = await testDevice()
    expect(await asked(device, notification())).toEqual(['/api/medications', '/api/doses'])
    expect(await asked(device, notification())).toEqual([])
    expect(await asked(device, notification({ seq: 10, doses: 10 }))).toEqual(['/api/doses'])
    expect(await asked(device, notification({ seq: 10, medications: 4 }))).toEqual(['/api/medications'])
  })

  it('S9.2 a change notification of another epoch is no reason to leave anything out', async () => {
    const device = await testDevice()
    await asked(device, notification())
    expect(await asked(device, notification({ epoch: 'second' }))).toEqual(['/api/medications', '/api/doses'])
  })

  it.each([200, 304])(
    'S9.2 a list older than the change notification (%i, from some cache) is not what the change notification told of',
    async (status) => {
      const device = await testDevice()
      const { etag, seq } = { etag: '"2"', seq: 8 }
      const old: Reply = (request, index) =>
        request.path === '/api/medications'
          ? answer(status, status === 304 ? null : [], { etag, seq, epoch: 'first' })
          : upToDate(request, index)
      const { end } = await pass(device, old, { pull: true, upTo: notification() })
      expect(end.kind).toBe('temporary')
      expect(await asked(device, notification())).toContain('/api/medications')
    },
  )

  it('S9.2 a pass that failed has taken nothing of what the change notification told of for granted', async () => {
    const device = await testDevice()
    const cut: Reply = (request, index) => (request.path.startsWith('/api/doses') ? null : upToDate(request, index))
    expect((await pass(device, cut, { pull: true, upTo: notification() })).end.kind).toBe('temporary')
    expect(await asked(device, notification())).toEqual(['/api/medications', '/api/doses'])
  })
})

describe('S4 the log', () => {
  it('S4.3 pages are stored with their cursor until there are no more', async () => {
    const { device, input } = await withMedication()
    const doses = [extraDose(device.source, input), extraDose(device.source, input)]
    const page = (index: number, more: boolean) => ({
      events: [logged(doses[index] as Command, index + 1)],
      cursor: index + 1,
      more,
    })
    const { requests } = await pass(
      device,
      (request) => {
        if (request.method === 'POST') return answer(201, listed(serverRecord(input)))
        if (request.path === '/api/medications') return answer(200, [listed(serverRecord(input))])
        return answer(200, request.path.includes('since=0') ? page(0, true) : page(1, false))
      },
      { pull: true },
    )
    expect(requests.filter((request) => request.path.startsWith('/api/doses'))).toHaveLength(2)
    expect(await device.db.doseEvents.count()).toBe(2)
    expect((await readSyncState(device.db)).dosesCursor).toBe(2)
  })

  /** A server with two doses in its log, one per page, in the form that `forms` names for it. */
  async function withLog(...forms: ('rows' | 'columns')[]) {
    const device = await testDevice()
    const input = newMedication(device.source)
    const events = [1, 2].map((seq) => logged(extraDose(device.source, input), seq) as unknown as LoggedDoseEvent)
    const asked: string[] = []
    const reply: Reply = ({ path }) => {
      if (path === '/api/medications') return answer(200, [listed(serverRecord(input))])
      asked.push(path)
      const index = path.includes('since=0') ? 0 : 1
      const page = events.slice(index, index + 1)
      const end = { cursor: index + 1, more: index === 0 }
      const isRows = forms[index] === 'rows' || !path.includes('form=columns')
      return answer(200, isRows ? { events: page, ...end } : { columns: wire(logColumnsOf(page)), ...end })
    }
    const held = async () => ({
      events: await device.db.doseEvents.orderBy('seq').toArray(),
      cursor: (await readSyncState(device.db)).dosesCursor,
    })
    return { device, stored: events.map(storedDose), asked, reply, held }
  }
  const wire = (value: unknown) => JSON.parse(JSON.stringify(value))

  it.each([
    ['columns', 'columns'],
    ['rows', 'rows'],
    ['columns', 'rows'],
  ] as const)(
    'S10.4 a long log is asked for as columns and taken as the server has it: %s, then %s',
    async (...forms) => {
      const { device, stored, asked, reply, held } = await withLog(...forms)
      expect((await pass(device, reply, { pull: true })).end).toEqual({ kind: 'synced' })
      expect(await held()).toEqual({ events: stored, cursor: 2 })
      expect(asked).toEqual(['/api/doses?since=0&form=columns', '/api/doses?since=1&form=columns'])
    },
  )

  it('what came since the last time is asked for as rows', async () => {
    const { device, asked, reply } = await withLog('columns', 'rows')
    await pass(device, reply, { pull: true })
    asked.length = 0
    await pass(device, reply, { pull: true })
    expect(asked).toEqual(['/api/doses?since=2'])
  })

  it('S4.3 a page with damaged columns is no page: what came before it is kept, with its cursor', async () => {
    const { device, stored, reply, held } = await withLog('columns', 'columns')
    const damaging: Reply = (request, index) => {
      const page = reply(request, index)
      if (page && request.path.includes('since=1')) (page.body as { columns: LogColumns }).columns.at = [0.5]
      return page
    }
    const { end } = await pass(device, damaging, { pull: true })
    expect(end).toEqual({ kind: 'temporary', after: null })
    expect(await held()).toEqual({ events: stored.slice(0, 1), cursor: 1 })
    expect((await pass(device, reply, { pull: true })).end).toEqual({ kind: 'synced' })
    expect(await held()).toEqual({ events: stored, cursor: 2 })
  })

  it('S4.3 a page that cannot be stored leaves the cursor, and the next one that was on its way changes nothing', async () => {
    const { device, input } = await withMedication()
    const doses = [extraDose(device.source, input), extraDose(device.source, input)]
    const full = () => {
      throw new Error('The disk is full')
    }
    const asked: string[] = []
    const reply: Reply = ({ method, path }) => {
      if (method === 'POST') return answer(201, listed(serverRecord(input)))
      if (path === '/api/medications') return answer(200, [listed(serverRecord(input))])
      asked.push(path)
      const index = path.includes('since=0') ? 0 : 1
      const events = [logged(doses[index] as Command, index + 1)]
      return answer(200, { events, cursor: index + 1, more: index === 0 })
    }
    device.db.doseEvents.hook('creating', full)
    await expect(pass(device, reply, { pull: true })).rejects.toThrow('The disk is full')
    device.db.doseEvents.hook('creating').unsubscribe(full)
    expect(asked).toHaveLength(2)
    expect((await readSyncState(device.db)).dosesCursor).toBe(0)
    expect(await device.db.doseEvents.count()).toBe(0)
    await pass(device, reply, { pull: true })
    expect(await device.db.doseEvents.count()).toBe(2)
  })

  const heldUpTo = async (cursor: number) => {
    const device = await testDevice()
    const store = createSyncStore(device.db, device.source)
    await store.rememberEpoch('first')
    const input = newMedication(device.source)
    await store.replaceList('medications', [serverRecord(input)], { etag: '"1"', seq: 2 })
    await store.appendDoses([], cursor)
    const event = logged(extraDose(device.source, input), cursor + 1) as LoggedDoseEvent
    const told: Versions = {
      ...{ user: USER, epoch: 'first', seq: cursor + 1, medications: 1, doses: cursor + 1 },
      log: { since: cursor, events: [event] },
    }
    await store.markSynced(toInstant(NOW), { ...told, doses: 0 })
    return { device, store, input, event, told }
  }
  const nobodyAsks: Reply = ({ path }) => {
    throw new Error(`${path} was asked for`)
  }

  it('S4.6 rows that a change notification carries are stored with the cursor, without a request', async () => {
    const { device, event, told } = await heldUpTo(4)
    const { end } = await pass(device, nobodyAsks, { pull: true, upTo: told })
    expect(end).toEqual({ kind: 'synced' })
    expect(await device.db.doseEvents.toArray()).toMatchObject([event])
    expect((await readSyncState(device.db)).dosesCursor).toBe(5)
  })

  it.each<[string, (told: Versions) => Versions]>([
    ['behind a gap', (told) => ({ ...told, doses: 6, log: { since: 5, events: [] } })],
    ['of another epoch', (told) => ({ ...told, epoch: 'second' })],
    ['older than the list', (told) => ({ ...told, seq: 1 })],
    ['newer than the list', (told) => ({ ...told, medications: 2 })],
    ['too many to be carried', ({ log: _log, ...told }) => told],
  ])('S4.6 rows %s are not taken from the change notification: the device asks', async (_why, changed) => {
    const { device, told } = await heldUpTo(4)
    const { requests } = await pass(device, emptyLists, { pull: true, upTo: changed(told) })
    expect(requests.map(({ path }) => path.split('?')[0])).toContain('/api/doses')
    expect(await device.db.doseEvents.count()).toBe(0)
  })

  it('S4.6 rows that a change notification carries do not wait for what has to be sent', async () => {
    const { device, input, event, told } = await heldUpTo(4)
    const own = extraDose(device.source, input)
    await write(device, [own])
    const { end } = await pass(device, () => null, { pull: true, upTo: told })
    expect(end).toEqual({ kind: 'temporary', after: null })
    expect(await device.db.doseEvents.orderBy('seq').toArray()).toMatchObject([event])
    expect(await device.db.doseEvents.count()).toBe(2)
  })

  it('S8.3 rows that a change notification carries are not stored after a sign-out', async () => {
    const { device, told } = await heldUpTo(4)
    const { end } = await pass(device, nobodyAsks, { pull: true, upTo: told, signedOut: true })
    expect(end).toEqual({ kind: 'gate', gate: 'signed-out' })
    expect(await device.db.doseEvents.count()).toBe(0)
  })

  it('S4.6 rows that came twice, or late, change nothing', async () => {
    const { device, store, event, told } = await heldUpTo(4)
    await store.takeCarried(told)
    await device.db.doseEvents.delete(event.id)
    expect(await store.takeCarried(told)).toBe(true)
    expect(await device.db.doseEvents.count()).toBe(0)
    expect((await readSyncState(device.db)).dosesCursor).toBe(5)
  })

  it('S4.7 an acknowledged dose right behind the cursor moves it, one behind a gap does not', async () => {
    const { device, record, input } = await withMedication()
    await pass(device, () => answer(201, listed(record), { seq: 1 }))
    await createSyncStore(device.db, device.source).appendDoses([], 1)
    const doses = [extraDose(device.source, input), extraDose(device.source, input), extraDose(device.source, input)]
    await write(device, doses)
    const seqs = [2, 3, 5]
    const results = doses.map((dose, index) => ({
      status: 201,
      body: logged(dose, seqs[index] ?? 0),
      seq: seqs[index] ?? 0,
    }))
    await pass(device, () => answer(200, { results }))
    expect((await readSyncState(device.db)).dosesCursor).toBe(3)
  })

  it('S14.6 an acknowledged dose says who made it, as the log does', async () => {
    const { device, record, input } = await withMedication()
    await pass(device, () => answer(201, listed(record), { seq: 1 }))
    const doses = [extraDose(device.source, input), extraDose(device.source, input)]
    await write(device, doses)
    const by = { id: USER, name: 'Ada' }
    const results = doses.map((dose, index) => ({
      status: 201,
      body: { ...logged(dose, 2 + index), by },
      seq: 2 + index,
    }))
    await pass(device, () => answer(200, { results }))
    expect(await device.db.doseEvents.toArray()).toMatchObject([{ by }, { by }])
  })

  it('S4.7 a dose that the log had before does not move the cursor over what came since', async () => {
    const { device, record, input } = await withMedication()
    await pass(device, () => answer(201, listed(record), { seq: 1 }))
    await createSyncStore(device.db, device.source).appendDoses([], 3)
    const dose = extraDose(device.source, input)
    await write(device, [dose])
    await pass(device, () => answer(201, logged(dose, 2), { seq: 4 }))
    expect((await readSyncState(device.db)).dosesCursor).toBe(3)
  })
})
