import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { expect, it } from 'vitest'
import { setUpScreens } from './support/screens.ts'

const screens = setUpScreens()

type Zones = typeof import('#domain/lib/zone-offset.ts')

// It imports nothing, so the page can run it as a script. Node has no Temporal to compare with.
const source = readFileSync(new URL('../../domain/lib/zone-offset.ts', import.meta.url), 'utf8')
const script = `{
  ${stripTypeScriptTypes(source).replaceAll(/^export /gm, '')}
  globalThis.zones = { byFormatter, byTemporal, temporal }
}`

const [FIRST, LAST] = [Date.parse('0001-01-03T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]

it('Temporal and a formatter know the same zones, and in each the same offsets, from the first year to the last', async () => {
  const context = await screens.browser.newContext({ timezoneId: 'Asia/Kolkata' })
  const page = await context.newPage()
  await page.evaluate(script)
  const found = await page.evaluate(
    ([first, last]) => {
      const { byFormatter, byTemporal, temporal } = (globalThis as unknown as { zones: Zones }).zones
      if (!temporal) throw new Error('this browser has no Temporal')
      const compared = byTemporal(temporal)
      const answer = (offset: Zones['zoneOffset'], whole: number, zone: string): number | string => {
        try {
          return offset(whole, zone)
        } catch (error) {
          return (error as Error).name
        }
      }
      const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'etc/uct', 'GMT', 'aUSTRALIA/sydney', 'US/Pacific']
      const others = ['Mars/Olympus', 'GMT+5', 'Etc/GMT+5', 'EST', 'EST5EDT', 'CEST', 'Z', 'System', 'Europe']
      // Every 8 months and some odd hours of the years people live in, and every 20 years before and after.
      const near = Array.from({ length: 180 }, (_, n) => Date.UTC(1910, n * 8, 1 + (n % 28), n % 24, (n * 7) % 60))
      const far = Array.from({ length: 500 }, (_, n) => first + Math.floor(((last - first) / 499_000) * n) * 1000)
      const differing: unknown[] = []
      let equal = 0
      for (const zone of [...names, ...others]) {
        for (const whole of [...near, ...far, Number.NaN]) {
          const [one, other] = [answer(byFormatter, whole, zone), answer(compared, whole, zone)]
          if (one === other) equal += 1
          else differing.push({ zone, whole, one, other })
        }
      }
      const own = [temporal.Now.timeZoneId(), Intl.DateTimeFormat().resolvedOptions().timeZone]
      return { equal, differing: differing.slice(0, 20), count: differing.length, own }
    },
    [FIRST, LAST] as const,
  )
  await context.close()
  expect(found.differing).toEqual([])
  expect(found.equal).toBeGreaterThan(400 * 680)
  expect(found.own[0]).toBe(found.own[1])
})
