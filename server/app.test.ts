import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from './testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

it('says that it lives and that its database answers', async () => {
  for (const path of ['live', 'ready']) {
    const answer = await server.inject(`/api/health/${path}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ status: 'ok' })
  }
})

it('answers an unknown call of the API as a JSON error', async () => {
  const answer = await server.inject({ url: '/api/none', headers: { accept: 'text/html' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({
    error: 'There is nothing at this address.',
    message: 'There is nothing at this address.',
    code: 'not_found',
  })
})
