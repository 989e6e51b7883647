import { useCallback, useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { onNetworkBack } from '#src/platform/network-back.ts'
import { toast } from '#src/ui/toast-store.ts'
import { type KeptMessage, readKept, sendKept, type Writer } from './kept-messages.ts'

/** Specification, section 8. */
export const tellSent = (): void =>
  void toast({ title: t('Message Sent!'), description: t('We reply within 24-48 hours.') })

/** Returns the messages waiting on this device. They are sent now, and again whenever the network returns. */
export function useKeptMessages(writer: Writer) {
  const [kept, setKept] = useState<readonly KeptMessage[]>([])
  const refresh = useCallback(async () => setKept(await readKept(writer)), [writer])
  useEffect(() => {
    const deliver = async () => {
      await refresh()
      if ((await sendKept(writer)) > 0) tellSent()
      await refresh()
    }
    const run = () => void deliver()
    run()
    return onNetworkBack(run)
  }, [writer, refresh])
  return { kept, refresh }
}
