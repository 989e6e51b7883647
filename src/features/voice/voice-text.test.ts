import { describe, expect, it } from 'vitest'
import { clockText, failureText, inVainText, joinedText, listenerText, subjectOf } from './voice-text.ts'

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
    expect(clockText(seconds)).toBe(words)
  })

  it('who writes is said before recording; nothing is promised that nobody can do', () => {
    const mayAgree = false
    expect(listenerText({ canServer: undefined, canBrowser: true, mayAgree })).toBeNull()
    expect(listenerText({ canServer: true, canBrowser: false, mayAgree })).toContain('goes to this server')
    expect(listenerText({ canServer: false, canBrowser: true, mayAgree })).toContain('This browser writes')
    for (const canServer of [false, null]) {
      expect(listenerText({ canServer, canBrowser: false, mayAgree })).toBeNull()
      expect(inVainText({ canServer, canBrowser: false, mayAgree })?.join(' ')).toContain('type instead')
      expect(inVainText({ canServer, canBrowser: false, mayAgree: true })?.join(' ')).toContain(
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
    expect(inVainText({ ...listeners, mayAgree: false })).toBeNull()
  })

  it('a failure is told in the server’s sentence where it gave one', () => {
    expect(failureText({ kind: 'nothing', why: 'refused', sentence: 'It is busy.' })).toBe('It is busy.')
    expect(failureText({ kind: 'nothing', why: 'too-short', sentence: null })).toContain('too short')
  })

  it('what is said now follows what was there', () => {
    expect(joinedText(' \n', 'Metformin')).toBe('Metformin')
    expect(joinedText('Metformin ', 'twice a day')).toBe('Metformin twice a day')
  })
})
