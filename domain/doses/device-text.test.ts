import { expect, it } from 'vitest'
import type { DeviceId, UserId } from '../lib/ids.ts'
import { DEVICE, sampleId } from '../testing/samples.ts'
import { deviceText } from './device-text.ts'

const OTHER = sampleId<DeviceId>(901)

it.each([
  ['Chrome on Android', 'on this phone'],
  ['Safari on iPad', 'on this tablet'],
  ['Firefox on Linux', 'on this computer'],
  ['This browser', 'on this device'],
])('this device, called %s, is named by what it is: %s', (name, words) => {
  expect(deviceText({ deviceId: DEVICE, deviceName: name }, { id: DEVICE, name })).toBe(words)
})

it('another device goes by its name, or without one', () => {
  const device = { id: DEVICE, name: 'Chrome on Android' }
  expect(deviceText({ deviceId: OTHER, deviceName: 'Kitchen tablet' }, device)).toBe('on Kitchen tablet')
  expect(deviceText({ deviceId: OTHER, deviceName: '' }, device)).toBe('on another device')
})

it('S14.6 who logged it for somebody else is named, unless their account is gone', () => {
  const device = { id: DEVICE, name: 'Chrome on Android' }
  const event = { deviceId: OTHER, deviceName: 'Kitchen tablet' }
  const by = { id: sampleId<UserId>(7), name: 'Ana Weber' }
  expect(deviceText({ ...event, by }, device)).toBe('by Ana Weber on Kitchen tablet')
  expect(deviceText({ ...event, by: { ...by, name: '' } }, device)).toBe('on Kitchen tablet')
  expect(deviceText({ ...event, deviceId: DEVICE, by }, device)).toBe('on this phone')
})
