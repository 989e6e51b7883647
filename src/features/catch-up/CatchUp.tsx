import { useSearchParams } from 'react-router-dom'
import { DOSE_PARAM } from '#domain/protocol/pages.ts'
import { useMay } from '#src/session/may.ts'
import { CatchUpSheet } from './CatchUpSheet.tsx'
import { useUnannounced } from './use-unannounced.ts'

/**
 * At launch: the doses that nothing announced, to be settled together by those who may log (R6.2). It closes when the
 * sheet of one of them opens.
 */
export function CatchUp() {
  const { listed, end } = useUnannounced()
  const [params] = useSearchParams()
  const mayLog = useMay('log')
  if (!mayLog || listed.length === 0 || params.has(DOSE_PARAM)) return null
  return <CatchUpSheet listed={listed} onClose={end} />
}
