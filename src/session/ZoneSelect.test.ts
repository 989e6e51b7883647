import { expect, it } from 'vitest'
import { zonesWith } from './ZoneSelect.tsx'

it('the zone that is set can always be chosen, once', () => {
  const names = zonesWith('Australia/Sydney')
  expect(names.filter((name) => name === 'Australia/Sydney')).toHaveLength(1)
  expect(zonesWith('Asia/Calcutta')).toContain('Asia/Calcutta')
  expect(zonesWith('Etc/GMT+3')[0]).toBe('Etc/GMT+3')
})
