import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from './device.ts'
import { withoutReplay } from './mutations.ts'
import { adding, dosing, finish, outbox, quietWorld, renaming, rest, save, shown } from './scripted.ts'
import { type SimServer, startServer } from './server.ts'
import type { WorldOptions } from './world.ts'

let server: SimServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

function goOnline(device: Device): void {
  device.state.offline = false
  device.request()
}

describe('a server that is taken back', () => {
  it.each([{ hasJournal: true }, { hasJournal: false }])(
    'S11.5 S11.7 with a third device offline (journal: $hasJournal): all doses are back after two, deletions stay, the third changes nothing',
    async ({ hasJournal }) => {
      const { world, phone, tablet, laptop } = await quietWorld(server, `third device ${hasJournal}`)
      const [early, late, kept] = [adding(phone, 'Early'), adding(phone, 'Late'), adding(phone, 'Kept')]
      await save(phone, early, late, kept)
      await rest(world)
      await save(tablet, { name: 'medication.delete', args: { id: early.args.id } })
      await rest(world)
      await world.snapshot()
      laptop.state.offline = true
      await save(phone, { name: 'medication.delete', args: { id: late.args.id } }, dosing(phone, kept))
      await save(tablet, dosing(tablet, kept))
      await rest(world)
      await save(laptop, dosing(laptop, kept), dosing(laptop, late))

      await world.restore(hasJournal)
      await rest(world)
      for (const device of [phone, tablet]) expect(await shown(device)).toEqual({ names: ['Kept'], doses: 2 })
      expect(await shown(laptop)).toEqual({ names: ['Kept', 'Late'], doses: 2 })

      goOnline(laptop)
      await rest(world)
      for (const device of [phone, tablet, laptop]) {
        expect(await shown(device)).toEqual({ names: ['Kept'], doses: 3 })
      }
      expect(await outbox(laptop)).toMatchObject([{ kind: 'dose', refusal: { code: 'medication_gone' } }])
      await finish(world)
    },
  )

  it('S11.4 S11.5 a new epoch in mid-drain: what was acknowledged goes back first, then the rest goes out', async () => {
    const { world, phone, tablet } = await quietWorld(server, 'mid-drain')
    await world.snapshot()
    phone.state.offline = true
    const medication = adding(phone)
    await save(
      phone,
      medication,
      dosing(phone, medication),
      dosing(phone, medication),
      renaming(phone, medication.args.id, 'Metformin XR'),
    )
    let taken = 0
    phone.state.scripted = async (request, reach) => {
      const answer = await reach(request)
      if (request.method === 'GET' || answer.status >= 300) return answer
      taken += 1
      if (taken === 1) await world.restore(true)
      return answer
    }
    goOnline(phone)
    await rest(world)
    expect(world.report.rules['S11.4']).toBeGreaterThan(0)
    expect(await outbox(phone)).toEqual([])
    expect(await shown(tablet)).toEqual({ names: ['Metformin XR'], doses: 2 })
    await finish(world)
  })

  it('S11.6 twice: an edit whose device missed the time in between stands against an older copy of the record', async () => {
    const { world, phone, tablet, laptop } = await quietWorld(server, 'twice')
    await world.snapshot()
    const medication = adding(tablet)
    await save(tablet, medication)
    await rest(world)
    for (const device of [phone, laptop]) device.state.offline = true
    await save(tablet, renaming(tablet, medication.args.id, 'Metformin XR'))
    await rest(world)
    await world.restore(true)
    tablet.state.offline = true
    goOnline(phone)
    await rest(world)
    expect(await shown(phone)).toMatchObject({ names: ['Metformin'] })
    await world.restore(true)
    goOnline(tablet)
    await rest(world)
    for (const device of [phone, tablet]) expect(await shown(device)).toMatchObject({ names: ['Metformin XR'] })
    await finish(world)
  })

  it('S11.2 twice, the first time to before any write: a device that missed the time in between gives everything back', async () => {
    const { world, phone, laptop } = await quietWorld(server, 'from nothing')
    await world.snapshot()
    await save(laptop, adding(laptop, 'Apixaban'))
    await rest(world, 100)
    phone.state.offline = true
    await rest(world)
    laptop.state.offline = true
    await world.restore(true)
    goOnline(phone)
    await save(phone, adding(phone))
    await rest(world)
    await world.snapshot()
    await world.restore(true)
    goOnline(laptop)
    await rest(world)
    for (const device of [phone, laptop]) {
      expect(await shown(device)).toMatchObject({ names: ['Apixaban', 'Metformin'] })
    }
    await finish(world)
  })

  /** A medication is deleted after the snapshot, and the device that deleted it signs out before the restore. */
  async function deletedBySomebodyGone(name: string, options: WorldOptions & { isSeen: boolean; hasJournal: boolean }) {
    const stage = await quietWorld(server, name, options)
    const { world, phone, tablet, laptop } = stage
    const medication = adding(phone)
    await save(phone, medication)
    await rest(world)
    await world.snapshot()
    for (const device of [phone, laptop]) device.state.offline = !options.isSeen
    await save(tablet, { name: 'medication.delete', args: { id: medication.args.id } })
    await rest(world)
    tablet.signOut()
    await rest(world)
    await world.restore(options.hasJournal)
    for (const device of [phone, laptop]) goOnline(device)
    await rest(world)
    return { ...stage, names: (await shown(phone)).names }
  }

  it('S11.8 a deletion that no remaining device knows of stays, by the journal', async () => {
    const seen = { isSeen: false, hasJournal: true }
    const { world, names } = await deletedBySomebodyGone('journal', seen)
    expect(names).toEqual([])
    await finish(world)
    const broken = await deletedBySomebodyGone('no journal', { ...seen, mutation: { forgets: 'journal' } })
    await expect(finish(broken.world)).rejects.toThrow('S11.7')
  })

  it('S11.5 a deletion that others saw stays also when the journal went with the machine', async () => {
    const seen = { isSeen: true, hasJournal: false }
    const { world, names } = await deletedBySomebodyGone('seen', seen)
    expect(names).toEqual([])
    await finish(world)
    const mutation = withoutReplay('deletion')
    const broken = await deletedBySomebodyGone('seen, not said', { ...seen, mutation })
    await expect(finish(broken.world)).rejects.toThrow('S11.7')
  })

  /** After the snapshot a medication is added and a dose logged, and that device signs out before the restore. */
  async function addedBySomebodyGone(name: string, options: WorldOptions = {}) {
    const stage = await quietWorld(server, name, options)
    const { world, phone, tablet } = stage
    await world.snapshot()
    const medication = adding(tablet)
    await save(tablet, medication, dosing(tablet, medication))
    await rest(world)
    tablet.signOut()
    await rest(world)
    await world.restore(true)
    phone.request()
    await rest(world)
    return { world, shown: await shown(phone) }
  }

  it('S11.5 what a device added that is gone comes back from those that saw it', async () => {
    const { world, shown } = await addedBySomebodyGone('gone')
    expect(shown).toEqual({ names: ['Metformin'], doses: 1 })
    await finish(world)
  })

  it.each(['record', 'dose'] as const)('S11.5 the simulation notices that no %s is replayed', async (kind) => {
    const { world } = await addedBySomebodyGone(`without ${kind}`, { mutation: withoutReplay(kind) })
    await expect(finish(world)).rejects.toThrow('S11.5')
  })
})
