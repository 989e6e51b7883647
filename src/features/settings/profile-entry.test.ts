import { describe, expect, it } from 'vitest'
import { changesOf } from './profile-entry.ts'

const stored = { firstName: 'Ada', lastName: '', timeZone: 'Australia/Sydney' }

describe('the details of a person', () => {
  it('only what was changed is sent, so that another device’s change of the rest stands', () => {
    expect(changesOf(stored, { ...stored, lastName: 'Byron' })).toEqual({ lastName: 'Byron' })
    expect(changesOf(stored, { ...stored, timeZone: 'Europe/Paris' })).toEqual({ timeZone: 'Europe/Paris' })
    expect(changesOf(stored, stored)).toEqual({})
  })

  it('spaces around a name are no change, and a name can be taken away', () => {
    expect(changesOf(stored, { ...stored, firstName: ' Ada ' })).toEqual({})
    expect(changesOf(stored, { ...stored, firstName: '  ' })).toEqual({ firstName: '' })
  })
})
