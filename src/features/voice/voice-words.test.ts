import { describe, expect, it } from 'vitest'
import { clockWords, failureWords, inVainWords, joinedWords, listenerWords, subjectOf } from './voice-words.ts'

describe('the words of /voice', () => {
  it.each([
    [null, 'medication'],
    ['medication', 'medication'],
    ['appointment', 'appointment'],
    ['scan', 'medication'],
  ])('?type=%s chooses %s (specification, section 2)', (type, subject) => {
    expect(subjectOf(type)).toBe(subject)
  })

  it.each([
    [0, '0:00'],
    [7, '0:07'],
    [120, '2:00'],
  ])('%i seconds read %s', (seconds, words) => {
    expect(clockWords(seconds)).toBe(words)
  })

  it('who writes is said before recording; nothing is promised that nobody can do', () => {
    const mayAgree = false
    expect(listenerWords({ canServer: undefined, canBrowser: true, mayAgree })).toBeNull()
    expect(listenerWords({ canServer: true, canBrowser: false, mayAgree })).toContain('goes to this server')
    expect(listenerWords({ canServer: false, canBrowser: true, mayAgree })).toContain('This browser writes')
    for (const canServer of [false, null]) {
      expect(listenerWords({ canServer, canBrowser: false, mayAgree })).toBeNull()
      expect(inVainWords({ canServer, canBrowser: false, mayAgree })?.join(' ')).toContain('type instead')
      expect(inVainWords({ canServer, canBrowser: false, mayAgree: true })?.join(' ')).toContain(
        'Let this browser write it down',
      )
    }
  })

  it.each([
    { canServer: undefined, canBrowser: false },
    { canServer: true, canBrowser: false },
    { canServer: false, canBrowser: true },
    { canServer: null, canBrowser: true },
    { canServer: false, canBrowser: null },
  ])('no recording is called in vain before it is known, or where somebody writes: %o', (listeners) => {
    expect(inVainWords({ ...listeners, mayAgree: false })).toBeNull()
  })

  it('a failure is told in the server’s sentence where it gave one', () => {
    expect(failureWords({ kind: 'nothing', why: 'refused', sentence: 'It is busy.' })).toBe('It is busy.')
    expect(failureWords({ kind: 'nothing', why: 'too-short', sentence: null })).toContain('too short')
  })

  it('what is said now follows what was there', () => {
    expect(joinedWords(' \n', 'Metformin')).toBe('Metformin')
    expect(joinedWords('Metformin ', 'twice a day')).toBe('Metformin twice a day')
  })
})
