import { Dexie } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { faultOfOpening, storageFaultOf } from './storage-fault.ts'

afterEach(() => vi.unstubAllGlobals())

const dom = (name: string) => new DOMException('No.', name)

describe('what an error says of the storage', () => {
  it('goes by its cause, whatever Dexie wrapped around it', () => {
    expect(storageFaultOf(dom('UnknownError'))).toBe('failed')
    expect(storageFaultOf(new Dexie.OpenFailedError('No.', dom('SecurityError')))).toBe('unavailable')
    expect(storageFaultOf(new Dexie.AbortError('No.', dom('QuotaExceededError')))).toBe('full')
    expect(storageFaultOf(new Dexie.DatabaseClosedError())).toBe('closed')
    expect(storageFaultOf(dom('InvalidStateError'))).toBe('closed')
  })

  it('a full disk counts most: the transaction that it ends is aborted for that reason', () => {
    expect(storageFaultOf(new Dexie.QuotaExceededError('No.', dom('AbortError')))).toBe('full')
  })

  it('an error of our own says nothing of it', () => {
    expect(storageFaultOf(new TypeError('x is undefined'))).toBeNull()
    expect(storageFaultOf('no error')).toBeNull()
  })

  it('at an open, what is not the browser’s doing is in the data, and no connection can have been closed', () => {
    expect(faultOfOpening(new TypeError('An upgrade met a row that it does not understand'))).toBe('damaged')
    expect(faultOfOpening(dom('AbortError'))).toBe('damaged')
    expect(faultOfOpening(dom('InvalidStateError'))).toBe('failed')
    vi.stubGlobal('indexedDB', undefined)
    expect(faultOfOpening(new ReferenceError('indexedDB is not defined'))).toBe('unavailable')
  })
})
