import { AudioLines } from 'lucide-react'
import type { Ref } from 'react'
import { SettingRow } from '#src/ui/SettingRow.tsx'
import type { RecogniserChoice } from './use-recogniser.ts'

interface WriteAlongProps {
  choice: RecogniserChoice
  /** Cannot be changed right now. */
  isBusy?: boolean
  /** For moving focus to the switch. */
  switchRef?: Ref<HTMLButtonElement>
}

/**
 * Asks for consent to the browser's own recogniser, which runs only if the user agrees or the audio stays on this
 * device.
 */
export function WriteAlong({ choice, isBusy = false, switchRef }: WriteAlongProps) {
  const { kind, isAllowed, agree } = choice
  if (kind === null || kind === 'none') return null
  if (kind === 'on-device') {
    return (
      <p className="small quiet">
        This browser writes down what you say, too; for that the sound stays on this device.
      </p>
    )
  }
  return (
    <SettingRow
      icon={<AudioLines className="icon" />}
      label="Let this browser write down what you say"
      help="The words show while you speak. Your browser’s maker may receive this audio."
      checked={isAllowed}
      disabled={isBusy}
      onChange={agree}
      switchRef={switchRef}
    />
  )
}
