import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Gate } from './http/plugins/access.ts'
import { type TestApp, testApp } from './testing/app.ts'
import { gatesWhile } from './testing/route-table.ts'

let server: TestApp
let gates: Map<string, Gate | null>
beforeAll(async () => {
  gates = await gatesWhile(async () => {
    server = await testApp()
  })
})
afterAll(() => server.close())

/** Calls that take the right to use health data and still concern the account alone. */
const OF_THE_ACCOUNT = [
  'DELETE /api/people/:id',
  'GET /api/people',
  'GET /api/push/key',
  'GET /api/push/subscription',
  'PATCH /api/people/:id',
  'POST /api/create-subscription',
  'POST /api/people',
  'POST /api/push/test',
  'POST /api/user/hand-over',
  'PUT /api/push/subscription',
]

it('every route for health data says what it works on', () => {
  const ofHealth = [...gates].flatMap(([call, gate]) =>
    gate?.capability === 'health' || gate?.capability === 'premium' ? [{ call, worksOn: gate.worksOn }] : [],
  )
  expect(ofHealth.length).toBeGreaterThan(40)
  const ofAccount = ofHealth.filter(({ worksOn }) => worksOn === 'account').map(({ call }) => call)
  expect(ofAccount.sort()).toEqual(OF_THE_ACCOUNT)
  // A call that shows something needs to read; one that writes never does with that alone.
  const reads = ofHealth.filter(({ worksOn }) => worksOn === 'read').map(({ call }) => call)
  expect(reads.filter((call) => !call.startsWith('GET '))).toEqual(['POST /api/voice/tts'])
})
