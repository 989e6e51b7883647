import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PersonId } from '#domain/lib/ids.ts'
import type { BatchAnswer } from '#domain/protocol/batch.ts'
import { sized } from '#tests/support/long.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { doseBody, medicationBody, readLog, send } from '../testing/writes.ts'
import { recordDoseSet } from './dose-set.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

/** Small pools, so that doses, undos and keys repeat within a run and across runs. */
const dose = fc.record({
  key: fc.nat(12),
  event: fc.nat(8),
  undoes: fc.option(fc.nat(8), { freq: 4 }),
  medication: fc.constantFrom(0, 0, 0, 1, 2),
  note: fc.constantFrom('', '', '', 'Other'),
})
type Dose = typeof dose extends fc.Arbitrary<infer D> ? D : never

const idOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Medications 0 and 1 exist; 2 never did. */
const callOf = (owner: string, { key, event, undoes, medication, note }: Dose) => ({
  key: idOf(`${owner} key ${key}`),
  method: 'POST' as const,
  path: '/api/doses',
  body: doseBody(idOf(`${owner} medication ${medication}`), {
    id: idOf(`${owner} event ${event}`),
    note,
    ...(undoes === null ? {} : { kind: 'undone', undoes: idOf(`${owner} event ${undoes}`) }),
  }),
})

async function startWith(owner: string): Promise<Person> {
  const person = await asAdult(server, `${owner}@example.org`)
  for (const medication of [0, 1]) {
    const body = medicationBody({ id: idOf(`${owner} medication ${medication}`) })
    await send(person, 'POST', '/api/medications', body)
  }
  return person
}

/** Returns responses without the ids, which differ between users. */
const shapeOf = ({ status, body, seq }: BatchAnswer['results'][number]) => {
  const { code = null } = body as { code?: string }
  return { status, code, seq }
}

let runs = 0

it('S2.2, S2.5 a run of doses in one batch answers and leaves what each of them would alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(dose, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
      async (batches) => {
        runs += 1
        const [one, many] = [`one${runs}`, `many${runs}`]
        const alone = await startWith(one)
        const together = await startWith(many)
        for (const doses of batches) {
          const expected: BatchAnswer['results'] = []
          for (const each of doses) {
            const { key, path, body } = callOf(one, each)
            const answer = await send(alone, 'POST', path, body, key)
            const seq = Number(answer.headers['dosewell-seq'])
            expected.push({ status: answer.statusCode, body: answer.json(), seq })
          }
          const calls = doses.map((each) => callOf(many, each))
          const { results } = (await send(together, 'POST', '/api/batch', { calls })).json<BatchAnswer>()
          expect(results.map(shapeOf)).toEqual(expected.map(shapeOf))
        }
        const [log, other] = [await readLog(together), await readLog(alone)]
        expect(log.map(({ seq, kind, note }) => [seq, kind, note])).toEqual(
          other.map(({ seq, kind, note }) => [seq, kind, note]),
        )
      },
    ),
    { numRuns: sized({ short: 8, long: 100 }), seed: 20261121 },
  )
}, 300_000)

it('S11.5 doses that are replayed, each under its own id as its key, are a run too', async () => {
  const person = await startWith('replaying')
  const replayOf = (event: number) => {
    const call = callOf('replaying', { key: 0, event, undoes: null, medication: 0, note: '' })
    return { ...call, key: String(call.body.id), originalSeq: 7 }
  }
  const user = { id: person.user.id as string as PersonId, zone: 'UTC' }
  const answers = await recordDoseSet(server as never, user, [replayOf(1), replayOf(2)])
  expect(answers?.map(({ status }) => status)).toEqual([201, 201])
  expect(await readLog(person)).toHaveLength(2)
})
