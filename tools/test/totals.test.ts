import { describe, expect, it } from 'vitest'
import { judge, type TestReport } from './totals.ts'

const clean: TestReport = {
  projects: { domain: { passed: 3, failed: 0, skipped: 0 }, server: { passed: 4, failed: 0, skipped: 0 } },
  unhandled: [],
  secondTries: [],
}
const expected = ['domain', 'server']

describe('the last line of a run', () => {
  it('says what passed and failed, and nothing of skipped tests when there are none', () => {
    expect(judge({ expected, report: clean, failedSteps: [] })).toEqual({
      line: '7 passed, 0 failed',
      problems: [],
      exitCode: 0,
    })
  })

  it('names skipped tests when there are some', () => {
    const report = { ...clean, projects: { ...clean.projects, domain: { passed: 2, failed: 0, skipped: 1 } } }
    expect(judge({ expected, report, failedSteps: [] }).line).toBe('6 passed, 0 failed, 1 skipped')
  })
})

describe('a run fails', () => {
  it('when a test failed', () => {
    const report = { ...clean, projects: { ...clean.projects, domain: { passed: 2, failed: 1, skipped: 0 } } }
    expect(judge({ expected, report, failedSteps: [] })).toMatchObject({
      line: '6 passed, 1 failed',
      exitCode: 1,
    })
  })

  it('when a step before the tests failed', () => {
    expect(judge({ expected, report: clean, failedSteps: ['the type check failed'] })).toEqual({
      line: '7 passed, 1 failed',
      problems: ['the type check failed'],
      exitCode: 1,
    })
  })

  it('when a project ran no test, or only skipped ones', () => {
    const report = { ...clean, projects: { domain: { passed: 0, failed: 0, skipped: 2 } } }
    expect(judge({ expected, report, failedSteps: [] })).toEqual({
      line: '0 passed, 2 failed, 2 skipped',
      problems: ['the project domain ran no test', 'the project server ran no test'],
      exitCode: 1,
    })
  })

  it('when vitest left no report', () => {
    expect(judge({ expected, report: undefined, failedSteps: [], vitestExitCode: 1 })).toMatchObject({
      line: '0 passed, 2 failed',
      exitCode: 1,
    })
  })

  it('when an error belonged to no test', () => {
    expect(judge({ expected, report: { ...clean, unhandled: ['boom'] }, failedSteps: [] })).toEqual({
      line: '7 passed, 1 failed',
      problems: ['unhandled error: boom'],
      exitCode: 1,
    })
  })

  it('when vitest ended badly and reported nothing as failed', () => {
    expect(judge({ expected, report: clean, failedSteps: [], vitestExitCode: null })).toMatchObject({
      problems: ['vitest ended with a signal and reported no failure'],
      exitCode: 1,
    })
  })
})
