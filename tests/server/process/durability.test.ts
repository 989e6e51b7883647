import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startAppServer } from '#tests/support/app-server.ts'
import { sized } from '#tests/support/long.ts'
import { type Call, signUp } from '../support/account.ts'

const doseOf = (medicationId: string): Call => {
  const at = new Date().toISOString()
  const body = {
    id: randomUUID(),
    medicationId,
    kind: 'taken',
    at,
    loggedAt: at,
    deviceId: randomUUID(),
    deviceName: 'Phone',
    snapshot: { name: 'Ibuprofen', dosage: '200 mg' },
  }
  return { key: randomUUID(), method: 'POST', path: '/api/doses', body }
}

const doses = (medicationId: string, count: number) => Array.from({ length: count }, () => doseOf(medicationId))
const idsOf = (calls: readonly Call[]) => calls.map(({ body }) => body?.id)

it('a server that is killed right after acknowledged writes has all of them when it starts again: single ones, a batch and a change; people are still signed in', async () => {
  const server = await startAppServer({ needsClient: false })
  try {
    const ann = await signUp(server)
    const id = randomUUID()
    const medicine = { id, name: 'Ibuprofen', dosage: '200 mg', frequency: 'daily', reminderTimes: ['08:00'] }
    const added: Call = { key: randomUUID(), method: 'POST', path: '/api/medications', body: medicine }
    expect(await ann.send([added])).toMatchObject([{ status: 201 }])
    const known: Call[] = []
    for (const count of sized({ short: [3], long: [1, 25] })) {
      for (const dose of doses(id, count)) {
        expect(await ann.send([dose])).toMatchObject([{ status: 201 }])
        known.push(dose)
      }
      await server.kill()
      await server.start()
      expect((await ann.log()).map((event) => event.id)).toEqual(idsOf(known))
    }

    const batch = doses(id, 40)
    expect((await ann.send(batch)).map(({ status }) => status)).toEqual(batch.map(() => 201))
    const change: Call = {
      key: randomUUID(),
      method: 'PATCH',
      path: `/api/medications/${id}`,
      body: { dosage: '400 mg' },
    }
    expect(await ann.send([change])).toMatchObject([{ status: 200 }])
    await server.kill()
    await server.start()
    expect((await ann.log()).map((event) => event.id)).toEqual(idsOf([...known, ...batch]))
    expect(await ann.list()).toMatchObject([{ id, name: 'Ibuprofen', dosage: '400 mg' }])
  } finally {
    await server.stop()
  }
})
