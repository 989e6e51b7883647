import { expect, it } from 'vitest'
import { zoneName, zonePlace } from './zone-names.ts'

it.each([
  ['Australia/Sydney', 'Australia/Sydney', 'Sydney'],
  ['America/New_York', 'America/New York', 'New York'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos Aires', 'Buenos Aires'],
  ['UTC', 'UTC', 'UTC'],
])('%s is %s, and a place %s', (zone, name, place) => {
  expect([zoneName(zone), zonePlace(zone)]).toEqual([name, place])
})

it.each([
  ['Etc/GMT+5', 'UTC−5'],
  ['Etc/GMT-14', 'UTC+14'],
  ['etc/gmt-3', 'UTC+3'],
  ['Etc/GMT', 'UTC'],
  ['Etc/GMT+0', 'UTC'],
  ['Etc/GMT0', 'UTC'],
  ['GMT', 'UTC'],
])('%s, whose sign is the other way round, is %s to people', (zone, name) => {
  expect([zoneName(zone), zonePlace(zone)]).toEqual([name, name])
})
