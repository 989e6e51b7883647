import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSpokenEmail } from './spoken-email.ts'

describe('an e-mail address that was said', () => {
  it.each([
    ['jo.lee@example.org', 'jo.lee@example.org'],
    ['Please send it to Reception@Eastside-Clinic.com.au.', 'reception@eastside-clinic.com.au'],
    ['jo dot lee at example dot com', 'jo.lee@example.com'],
    ['Send this to jo dot lee at example dot com dot au please', 'jo.lee@example.com.au'],
    ['reception at eastside clinic dot com dot au', 'reception@eastsideclinic.com.au'],
    ['j o at example dot org', 'jo@example.org'],
    ['email it to sam underscore brown at example dot net', 'sam_brown@example.net'],
    ['sam hyphen brown at city dash clinic dot org', 'sam-brown@city-clinic.org'],
    ['results plus lab at example dot com', 'results+lab@example.com'],
    ['nurse four two at example dot com', 'nurse42@example.com'],
    ['nurse42 at example.com', 'nurse42@example.com'],
    ['Jo dot Lee at example point co point uk.', 'jo.lee@example.co.uk'],
    ['look at this: info at clinic dot com', 'info@clinic.com'],
    ['info@ clinic dot c o m', 'info@clinic.com'],
  ])('%s: %s', (said, address) => {
    expect(readSpokenEmail(said)).toBe(address)
  })

  it.each([
    '',
    'to my doctor',
    'see you at three',
    'at example dot com',
    'jo at example',
    'jo dot lee',
    'look at that',
  ])('%j: none', (said) => {
    expect(readSpokenEmail(said)).toBeNull()
  })

  it('never throws, and gives nothing that is no address', () => {
    const word = fc.constantFrom('at', 'dot', 'jo', '@', '.', 'com', 'a', '4', 'dash', '-', '_', 'four', ' ', '.com')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const address = readSpokenEmail(words.join(' '))
        if (address !== null) expect(address).toMatch(/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/)
      }),
    )
  })
})
