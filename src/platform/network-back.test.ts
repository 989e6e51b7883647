import { afterEach, describe, expect, it, vi } from 'vitest'
import { announceNetworkBack, onNetworkBack } from './network-back.ts'

describe('a network that is back', () => {
  const run = vi.fn()
  const page = new EventTarget()
  let end = (): void => {}
  afterEach(() => {
    end()
    run.mockReset()
  })

  it('is told by the browser, and by the first answer of the server', () => {
    end = onNetworkBack(run, page)
    page.dispatchEvent(new Event('online'))
    expect(run).toHaveBeenCalledTimes(1)
    announceNetworkBack(page)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('is told to nobody who has left', () => {
    onNetworkBack(run, page)()
    page.dispatchEvent(new Event('online'))
    announceNetworkBack(page)
    expect(run).not.toHaveBeenCalled()
  })
})
