import { expect, it } from 'vitest'
import type { DeviceId } from '../lib/ids.ts'
import { DEVICE, sampleId } from '../testing/samples.ts'
import { deviceWords } from './device-words.ts'

const OTHER = sampleId<DeviceId>(901)

it.each([
  ['Chrome on Android', 'on this phone'],
  ['Safari on iPad', 'on this tablet'],
  ['Firefox on Linux', 'on this computer'],
  ['This browser', 'on this device'],
])('this device, called %s, is named by what it is: %s', (name, words) => {
  expect(deviceWords({ deviceId: DEVICE, deviceName: name }, { id: DEVICE, name })).toBe(words)
})

it('another device goes by its name, or without one', () => {
  const device = { id: DEVICE, name: 'Chrome on Android' }
  expect(deviceWords({ deviceId: OTHER, deviceName: 'Kitchen tablet' }, device)).toBe('on Kitchen tablet')
  expect(deviceWords({ deviceId: OTHER, deviceName: '' }, device)).toBe('on another device')
})
