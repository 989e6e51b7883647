import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  countingProfileChanges,
  editProfile,
  type ProfileChanges,
  type ProfileOrigins,
  withProfileOrigin,
} from './profile-effects.ts'

const text = fc.constantFrom('', 'Ada', 'Grace')
const changes: fc.Arbitrary<ProfileChanges> = fc.record(
  { firstName: text, lastName: text, timeZone: fc.constantFrom('Europe/London', 'Asia/Kathmandu') },
  { requiredKeys: [] },
)

it('S11.6 in whatever order changes are given back, the profile is as if they had come in their own', () => {
  const given = fc.array(changes, { minLength: 1, maxLength: 6 }).chain((list) => {
    const sequenced = list.map((change, index) => ({ change, seq: index + 1 }))
    return fc.tuple(
      fc.constant(sequenced),
      fc.shuffledSubarray(sequenced, { minLength: list.length, maxLength: list.length }),
    )
  })
  fc.assert(
    fc.property(given, ([inOrder, shuffled]) => {
      let profile = {}
      let origins: ProfileOrigins = {}
      for (const { change, seq } of shuffled) {
        const counting = countingProfileChanges(change, origins, seq)
        profile = editProfile(profile, counting)
        origins = withProfileOrigin(origins, counting, seq)
      }
      expect(profile).toEqual(inOrder.reduce((all, { change }) => editProfile(all, change), {}))
    }),
  )
})

it('S5.1 a change sets what it names; a name that is emptied is none', () => {
  const before = { firstName: 'Ada', lastName: 'Lovelace', timeZone: 'Europe/London' }
  const after = { firstName: null, lastName: 'Lovelace', timeZone: 'Asia/Kathmandu' }
  expect(editProfile(before, { firstName: '', timeZone: 'Asia/Kathmandu' })).toEqual(after)
})
