import { describe, expect, it } from 'vitest'
import type { Amount } from '#domain/lib/amount.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import { syncPass } from '#src/sync/engine.ts'
import type { SyncRequest } from '#src/sync/ports.ts'
import {
  answer,
  extraDose,
  newMedication,
  scriptedTransport,
  serverRecord,
  testDevice,
  USER,
} from '#src/testing/device.ts'
import { readLogAgain } from './database-upgrades.ts'
import { storedDose } from './stored-dose.ts'
import { changeSyncState, readSyncState } from './sync-state.ts'
import { createSyncStore } from './sync-store.ts'
import { write } from './write.ts'

const LENGTH = 5

/**
 * A device that has the whole log of a server, five entries, as an older app stored them: without the exact amount of each
 * dose. Then the app was updated. The server has a page for each entry.
 */
async function updatedDevice() {
  const device = await testDevice()
  const { db, source } = device
  const input = newMedication(source)
  const log = Array.from({ length: LENGTH }, (_, index) => {
    const { args } = extraDose(source, input) as { args: object }
    return { ...args, takenAmount: '1/3' as Amount, seq: index + 1, receivedAt: '2026-11-20T00:00:00.000Z' }
  }) as unknown as LoggedDoseEvent[]
  const old = log.map(({ takenAmount: _, ...event }) => storedDose(event as LoggedDoseEvent))
  await db.medications.put(serverRecord(input))
  await db.medicationBase.put(serverRecord(input))
  await db.doseEvents.bulkPut(old)
  await db.transaction('rw', db.state, async (transaction) => {
    await changeSyncState(db, { epoch: 'first', dosesCursor: LENGTH })
    await readLogAgain(transaction)
  })

  /** Makes a pass; returns what was asked of the log. The network is gone from this request on. */
  async function pass(cutAt = Number.POSITIVE_INFINITY, meanwhile: () => Promise<unknown> = async () => {}) {
    const asked: string[] = []
    const reply = ({ path, method }: SyncRequest) => {
      if (path === '/api/medications') return answer(200, [{ ...serverRecord(input), isActive: true }])
      if (path === '/api/appointments') return answer(200, [])
      if (path.startsWith('/api/supply')) return answer(200, { events: [], cursor: 0, more: false })
      if (method === 'POST') return answer(201, {})
      asked.push(path)
      if (asked.length > cutAt) return null
      const since = Number(/since=(\d+)/.exec(path)?.[1])
      const events = log.slice(since, since + 1)
      return answer(200, { events, cursor: since + events.length, more: since + 1 < log.length })
    }
    const transport = scriptedTransport(reply)
    const end = await syncPass(
      {
        store: createSyncStore(db, source),
        transport: {
          send: async (request) => {
            const got = await transport.send(request)
            if (request.path.startsWith('/api/doses')) await meanwhile()
            return got
          },
        },
        clock: source,
        user: USER,
        lock: { run: async (work) => work().then(() => true) },
        mayGoOn: async () => true,
      },
      { pull: true },
    )
    expect(end).toEqual({ kind: 'synced' })
    return asked.map((path) => Number(/since=(\d+)/.exec(path)?.[1]))
  }
  const exact = async () =>
    (await db.doseEvents.orderBy('seq').toArray())
      .map(({ takenAmount }) => (takenAmount === undefined ? '-' : 'm'))
      .join('')
  return { device, input, log, pass, exact, state: () => readSyncState(db) }
}

describe('S4.9 after an update the log is read again', () => {
  it('from its beginning, once, behind what is new, while the old entries stay', async () => {
    const { pass, exact, state, device } = await updatedDevice()
    expect(await state()).toMatchObject({ dosesCursor: LENGTH, reread: { from: 0, to: LENGTH } })
    const counts: number[] = []
    expect(await pass(undefined, async () => counts.push(await device.db.doseEvents.count()))).toEqual([
      LENGTH,
      0,
      1,
      2,
      3,
      4,
    ])
    expect(new Set(counts)).toEqual(new Set([LENGTH]))
    expect(await exact()).toBe('mmmmm')
    expect(await state()).toMatchObject({ dosesCursor: LENGTH, reread: undefined })
    expect(await pass()).toEqual([LENGTH])
  })

  it('on from where it was interrupted', async () => {
    const { pass, exact } = await updatedDevice()
    expect(await pass(3)).toEqual([LENGTH, 0, 1, 2])
    expect(await exact()).toBe('mm---')
    expect(await pass()).toEqual([LENGTH, 2, 3, 4])
    expect(await exact()).toBe('mmmmm')
  })

  it('S4.9 without bringing back what went with its medication', async () => {
    const { device, pass, log } = await updatedDevice()
    await device.db.doseEvents.delete(log[1]?.id as string as never)
    await pass()
    expect((await device.db.doseEvents.orderBy('seq').toArray()).map(({ seq }) => seq)).toEqual([1, 3, 4, 5])
  })

  it('after a page, only once everything that waits was sent', async () => {
    const { device, input, pass, exact } = await updatedDevice()
    let isFirst = true
    const takeOne = async () => {
      if (!isFirst) return
      isFirst = false
      await write(device, [extraDose(device.source, input)])
    }
    expect(await pass(undefined, takeOne)).toEqual([LENGTH])
    expect(await exact()).toMatch(/^-?-----$/)
    expect(await pass()).toEqual([LENGTH, 0, 1, 2, 3, 4])
  })

  it('for a second of each pass, so that the device goes on hearing of what is new', async () => {
    const { device, pass, exact } = await updatedDevice()
    const slowly = async () => device.source.advance(600)
    expect(await pass(undefined, slowly)).toEqual([LENGTH, 0, 1])
    expect(await pass(undefined, slowly)).toEqual([LENGTH, 2, 3])
    expect(await pass(undefined, slowly)).toEqual([LENGTH, 4])
    expect(await exact()).toBe('mmmmm')
  })

  it('up to what a restored server still has', async () => {
    const { device, state } = await updatedDevice()
    const store = createSyncStore(device.db, device.source)
    await store.startEpoch({ epoch: 'second', restoredSeq: 3 })
    expect(await state()).toMatchObject({ dosesCursor: 3, reread: { from: 0, to: 3 } })
    await store.replaceDoses([], { from: 0, to: 2 })
    await store.startEpoch({ epoch: 'third', restoredSeq: 1 })
    expect(await state()).toMatchObject({ dosesCursor: 1, reread: undefined })
  })

  it('never by a device that has read nothing of it', async () => {
    const { db } = await testDevice()
    await db.transaction('rw', db.state, async (transaction) => {
      await changeSyncState(db, { epoch: 'first' })
      await readLogAgain(transaction)
    })
    expect((await readSyncState(db)).reread).toBeUndefined()
  })
})
