import { type ReactNode, type Ref, useId } from 'react'
import { Switch } from './Switch.tsx'
import { Tile, type TileTone } from './Tile.tsx'

interface SettingRowProps {
  label: string
  /** A sentence under the label: the current state. */
  help?: ReactNode
  icon?: ReactNode
  tone?: TileTone | undefined
  checked: boolean
  onChange: (next: boolean) => void
  disabled?: boolean | undefined
  /** For moving focus to the switch. */
  switchRef?: Ref<HTMLButtonElement> | undefined
}

/** A setting with its switch: icon, label, a sentence, the switch. The whole row is the target. */
export function SettingRow({ label, help, icon, tone, checked, onChange, disabled, switchRef }: SettingRowProps) {
  const id = useId()
  return (
    <label className="setting" htmlFor={id}>
      {icon ? (
        <Tile small tone={tone}>
          {icon}
        </Tile>
      ) : null}
      <span className="list__main grow">
        <span className="strong" id={`${id}-label`}>
          {label}
        </span>
        {help ? (
          <span className="list__sub" id={`${id}-help`}>
            {help}
          </span>
        ) : null}
      </span>
      <Switch
        id={id}
        ref={switchRef}
        checked={checked}
        onChange={onChange}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={help ? `${id}-help` : undefined}
      />
    </label>
  )
}
