import { describe, expect, it } from 'vitest'
import { NEEDS, ROLES, roleAllows, roleSentence } from './roles.ts'

describe('a role', () => {
  it.each([
    ['view', ['read']],
    ['help', ['read', 'log']],
    ['manage', ['read', 'log', 'change']],
    ['owner', ['read', 'log', 'change', 'own']],
  ] as const)('%s allows %j and nothing else', (role, allowed) => {
    expect(NEEDS.filter((need) => roleAllows(role, need))).toEqual(allowed)
  })

  it('that is too small is told so in a sentence', () => {
    for (const role of ROLES) expect(roleSentence(role)).toMatch(/\.$/)
  })
})
