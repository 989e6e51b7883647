import { describe, expect, it } from 'vitest'
import { couldListen, type Possible, whoListens } from './who-listens.ts'

const BROWSERS = ['on-device', 'download', 'maker', 'none', null] as const
const possible = (changes: Partial<Possible>): Possible => ({
  server: false,
  browser: 'none',
  isAgreed: false,
  ...changes,
})

describe('who listens', () => {
  it('is the server wherever it can, whatever the browser has', () => {
    for (const browser of BROWSERS) {
      for (const isAgreed of [false, true]) expect(whoListens({ server: true, browser, isAgreed })).toBe('server')
    }
  })

  it.each([false, null])('is never a server that cannot, or cannot be reached (%s)', (server) => {
    const by = (browser: Possible['browser'], isAgreed: boolean) => whoListens({ server, browser, isAgreed })
    expect(BROWSERS.map((browser) => by(browser, false))).toEqual(['device', null, null, null, undefined])
    expect(BROWSERS.map((browser) => by(browser, true))).toEqual(['device', 'browser', 'browser', null, undefined])
  })

  it('is not known before the server was asked, since it comes first', () => {
    expect(whoListens(possible({ server: undefined, browser: 'on-device' }))).toBeUndefined()
  })

  it('could be the browser once it has its language pack or the user agreed', () => {
    expect(BROWSERS.filter((browser) => couldListen(possible({ browser })))).toEqual(['download', 'maker'])
    expect(BROWSERS.filter((browser) => couldListen(possible({ browser, isAgreed: true })))).toEqual(['download'])
  })
})
