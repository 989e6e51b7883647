import { describe, expect, it } from 'vitest'
import { judge, type TestReport } from './totals.ts'

const domain = { passed: 3, failed: 0, skipped: 0 }
const server = { passed: 4, failed: 0, skipped: 0 }
const clean: TestReport = {
  projects: { domain, server },
  unhandled: [],
  secondTries: [],
}
const expected = ['domain', 'server']
const ran = (report: TestReport | undefined, exitCode: number | null = 0) => [{ report, exitCode }]

describe('the last line of a run', () => {
  it('says what passed and failed, and nothing of skipped tests when there are none', () => {
    expect(judge({ expected, runs: ran(clean), failedSteps: [] })).toEqual({
      line: '7 passed, 0 failed',
      problems: [],
      exitCode: 0,
    })
  })

  it('adds up the runs', () => {
    const alone = (projects: TestReport['projects']) => ran({ ...clean, projects })
    expect(judge({ expected, runs: [...alone({ domain }), ...alone({ server })], failedSteps: [] }).line).toBe(
      '7 passed, 0 failed',
    )
  })

  it('names skipped tests when there are some', () => {
    const report = { ...clean, projects: { ...clean.projects, domain: { passed: 2, failed: 0, skipped: 1 } } }
    expect(judge({ expected, runs: ran(report), failedSteps: [] }).line).toBe('6 passed, 0 failed, 1 skipped')
  })
})

describe('a run fails', () => {
  it('when a test failed', () => {
    const report = { ...clean, projects: { ...clean.projects, domain: { passed: 2, failed: 1, skipped: 0 } } }
    expect(judge({ expected, runs: ran(report), failedSteps: [] })).toMatchObject({
      line: '6 passed, 1 failed',
      exitCode: 1,
    })
  })

  it('when a step before the tests failed', () => {
    expect(judge({ expected, runs: ran(clean), failedSteps: ['the type check failed'] })).toEqual({
      line: '7 passed, 1 failed',
      problems: ['the type check failed'],
      exitCode: 1,
    })
  })

  it('when a project ran no test, or only skipped ones', () => {
    const report = { ...clean, projects: { domain: { passed: 0, failed: 0, skipped: 2 } } }
    expect(judge({ expected, runs: ran(report), failedSteps: [] })).toEqual({
      line: '0 passed, 2 failed, 2 skipped',
      problems: ['the project domain ran no test', 'the project server ran no test'],
      exitCode: 1,
    })
  })

  it('when vitest left no report', () => {
    expect(judge({ expected, runs: ran(undefined, 1), failedSteps: [] })).toMatchObject({
      line: '0 passed, 2 failed',
      exitCode: 1,
    })
  })

  it('when one of two runs ended badly and reported nothing as failed, whatever failed in the other', () => {
    const failing = { ...clean, projects: { server: { passed: 3, failed: 1, skipped: 0 } } }
    const quiet = { ...clean, projects: { domain } }
    expect(judge({ expected, runs: [...ran(failing, 1), ...ran(quiet, 1)], failedSteps: [] })).toMatchObject({
      line: '6 passed, 2 failed',
      problems: ['vitest ended with 1 and reported no failure'],
    })
  })

  it('when an error belonged to no test', () => {
    expect(judge({ expected, runs: ran({ ...clean, unhandled: ['boom'] }), failedSteps: [] })).toEqual({
      line: '7 passed, 1 failed',
      problems: ['unhandled error: boom'],
      exitCode: 1,
    })
  })

  it('when vitest ended badly and reported nothing as failed', () => {
    expect(judge({ expected, runs: ran(clean, null), failedSteps: [] })).toMatchObject({
      problems: ['vitest ended with a signal and reported no failure'],
      exitCode: 1,
    })
  })
})
