import { expect, it } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { sampleId } from '#domain/testing/samples.ts'
import { addressFor, namesOf, ownData } from './whose.ts'

const ADA = sampleId<UserId>(1)
const MIA = sampleId<UserId>(2)
const OF_MIA = { person: MIA, account: ADA }

it('S14.2 headers name the person, and the account only beside somebody else', () => {
  expect(namesOf(ownData(ADA))).toEqual({ 'dosewell-user': ADA })
  expect(namesOf(OF_MIA)).toEqual({ 'dosewell-user': MIA, 'dosewell-account': ADA })
})

it('S14.2 the address of a picture names the person only if it is somebody else', () => {
  expect(addressFor('/api/a/image', ownData(ADA))).toBe('/api/a/image')
  expect(addressFor('/api/a/image', OF_MIA)).toBe(`/api/a/image?person=${MIA}`)
})
