import { Socket } from 'node:net'

/** Where a helper process finds the bytes that come with a job. */
export const INPUT = 4

let input: Socket | undefined

/**
 * Returns the next `size` bytes that came with a job, in a helper process. If the server is gone, they never arrive.
 */
export async function readInput(size: number): Promise<Buffer> {
  input ??= new Socket({ fd: INPUT, writable: false })
  const bytes = Buffer.allocUnsafe(size)
  for (let from = 0; from < size; ) {
    const left = size - from
    const chunk: Buffer | null = input.read(Math.min(left, input.readableLength)) ?? null
    if (chunk) from += chunk.copy(bytes, from)
    else await new Promise((resolve) => input?.once('readable', resolve))
  }
  return bytes
}
