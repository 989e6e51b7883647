import { describe, expect, it } from 'vitest'
import { coalesced } from './coalesced.ts'

function gatedWork() {
  const begun: { key: string; end: (result: string) => void; fail: (error: Error) => void }[] = []
  const ask = coalesced(
    (key) => new Promise<string>((resolve, reject) => begun.push({ key, end: resolve, fail: reject })),
  )
  return { begun, ask }
}

describe('work that is shared', () => {
  it('whoever asks while it runs gets the run that begins afterwards, together with all others', async () => {
    const { begun, ask } = gatedWork()
    const first = ask('a')
    const later = [ask('a'), ask('a'), ask('a')]
    expect(begun).toHaveLength(1)
    begun[0]?.end('old')
    expect(await first).toBe('old')
    await expect.poll(() => begun.length).toBe(2)
    begun[1]?.end('new')
    expect(await Promise.all(later)).toEqual(['new', 'new', 'new'])
    const again = ask('a')
    expect(begun).toHaveLength(3)
    begun[2]?.end('again')
    expect(await again).toBe('again')
  })

  it('one key does not wait for another', () => {
    const { begun, ask } = gatedWork()
    void ask('a')
    void ask('b')
    expect(begun.map(({ key }) => key)).toEqual(['a', 'b'])
  })

  it('a run that failed is the failure of its own callers only', async () => {
    const { begun, ask } = gatedWork()
    const first = ask('a')
    const second = ask('a')
    begun[0]?.fail(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await expect.poll(() => begun.length).toBe(2)
    begun[1]?.end('back')
    expect(await second).toBe('back')
  })
})
