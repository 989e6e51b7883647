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

  it('who writes and who hears it is said before recording', () => {
    expect(listenerText('server', true, 'any')).toContain('whose speech service')
    expect(listenerText('server', true, 'wav')).toContain('which writes it down by itself')
    expect(listenerText('device', false, 'any')).toContain('stays on this device')
    expect(listenerText('device', null, 'any')).toContain('There is no connection.')
    expect(listenerText('browser', false, 'any')).toContain('This server cannot turn speech into text.')
  })

  it.each([
    [false, 'This server cannot turn speech into text.'],
    [null, 'There is no connection, so nothing can be written down now.'],
  ])('where nobody writes, that is said with what helps, the keyboard’s microphone too (%s)', (server, sentence) => {
    const possible = { server, browser: 'none', isAgreed: false } as const
    const [why, help] = inVainText({ possible, isOffered: false })
    expect(why).toBe(sentence)
    expect(help).toMatch(/^You can type instead\. .*microphone key/)
    expect(inVainText({ possible, isOffered: true })[1]).toContain('Let this browser write it down')
  })

  it('a failure is told in the server’s sentence where it gave one', () => {
    expect(failureText({ kind: 'nothing', why: 'refused', sentence: 'It is busy.' })).toBe('It is busy.')
    expect(failureText({ kind: 'nothing', why: 'too-short', sentence: null })).toContain('too short')
    expect(failureText({ kind: 'nothing', why: 'no-network', sentence: null })).toContain('of this browser needs')
  })

  it('what is said now follows what was there', () => {
    expect(joinedText(' \n', 'Metformin')).toBe('Metformin')
    expect(joinedText('Metformin ', 'twice a day')).toBe('Metformin twice a day')
  })
})
