import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { launch } from '#tests/support/chromium.ts'
import { newPerson } from './support/person.ts'

let server: AppServer
let browser: Browser
beforeAll(async () => {
  server = await startAppServer()
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

describe('signing up', () => {
  it('with the mailed code and an adult’s date of birth opens the dashboard and starts the trial', async () => {
    const ann = await newPerson(browser, server)
    await ann.signUp('ann@example.org')
    expect(await ann.user()).toMatchObject({ ageVerified: true, subscriptionStatus: 'trial' })
    await ann.close()
  })
})
