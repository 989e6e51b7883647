import { useLocation, useSearchParams } from 'react-router-dom'
import { isSlotId, isUuid, type MedicationId } from '#domain/lib/ids.ts'
import { ATTENTION_PARAM, DOSE_PARAM, LOG_PARAM } from '#domain/protocol/pages.ts'
import { Conflicts } from './Conflicts.tsx'
import { latePage } from './late-page.tsx'

const DoseSheet = latePage(() => import('#src/features/dose-sheet/DoseSheet.tsx'))
const AttentionScreen = latePage(() => import('./AttentionScreen.tsx'))

/**
 * The sheets that any signed-in page opens through its address, so that notifications can link to them and Back closes
 * them.
 */
export function Sheets() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const close = (name: string) => () =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(name)
        return after
      },
      // The state of the page below says which form is open there.
      { replace: true, state },
    )
  const slot = params.get(DOSE_PARAM) ?? ''
  if (isSlotId(slot)) return <DoseSheet key={slot} slotId={slot} Conflicts={Conflicts} onClose={close(DOSE_PARAM)} />
  const medication = params.get(LOG_PARAM) ?? ''
  if (isUuid(medication)) {
    return (
      <DoseSheet
        key={medication}
        medicationId={medication as MedicationId}
        Conflicts={Conflicts}
        onClose={close(LOG_PARAM)}
      />
    )
  }
  if (params.has(ATTENTION_PARAM)) return <AttentionScreen onClose={close(ATTENTION_PARAM)} />
  return null
}
