import { describe, expect, it } from 'vitest'
import { clockWords, failureWords, joinedWords, listenerWords, subjectOf } from './voice-words.ts'

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
    expect(listenerWords({ canServer: undefined, canBrowser: true })).toBeNull()
    expect(listenerWords({ canServer: true, canBrowser: false })).toContain('goes to this server')
    expect(listenerWords({ canServer: false, canBrowser: true })).toContain('This browser writes')
    for (const canServer of [false, null]) {
      expect(listenerWords({ canServer, canBrowser: false })).toContain('type instead')
    }
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
