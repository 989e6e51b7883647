import { useEffect, useRef, useState } from 'react'
import type { DeviceReading } from '#src/platform/device-reader.ts'
import { toast } from '#src/ui/toast-store.ts'

/** How far reading on this device is; `share` of the print that was read, from 0 to 1. */
export const readingText = (share: number): string =>
  share === 0 ? 'Fetching the recogniser' : `Reading on this device, ${Math.floor(share * 100)} %`

/** Reads pictures on this device; what that needs is fetched when it is first asked for. */
export function useDeviceReading() {
  /** How much has been read, from 0 to 1; null while nothing runs. */
  const [share, setShare] = useState<number | null>(null)
  const running = useRef<DeviceReading | null>(null)
  const isCancelled = useRef(false)
  const cancel = () => {
    isCancelled.current = true
    running.current?.cancel()
  }
  useEffect(() => () => running.current?.cancel(), [])

  /** The print on the picture; null when it was cancelled or, which is said, failed. */
  const read = async (image: Blob): Promise<string | null> => {
    isCancelled.current = false
    setShare(0)
    const reader = await import('#src/platform/device-reader.ts').catch(() => null)
    if (reader && !isCancelled.current) running.current = reader.readOnDevice(image, setShare)
    const text = (await running.current?.text) ?? null
    running.current = null
    setShare(null)
    if (text === null && !isCancelled.current) {
      toast({
        title: 'The picture could not be read on this device',
        description: navigator.onLine
          ? 'Upload it instead, or type it in.'
          : 'What reads it has to be fetched once, with a connection.',
        tone: 'destructive',
      })
    }
    return text
  }
  return { share, read, cancel }
}
