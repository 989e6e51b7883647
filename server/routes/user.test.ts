import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult } from '../testing/people.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

it('an adult is in their trial', async () => {
  const person = await asAdult(server, 'Margaret@example.org')
  expect(person.user).toMatchObject({ email: 'margaret@example.org', subscriptionStatus: 'trial' })
})
