import type { ComponentProps } from 'react'

export interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange' | 'role' | 'children'> {
  checked: boolean
  /** Told the state the person asks for; nothing moves until `checked` follows. */
  onChange: (next: boolean) => void
}

/** On or off, at once. Name it with `aria-label`, `aria-labelledby`, or put it into a `SettingRow`. */
export function Switch({ checked, onChange, ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      {...rest}
      className="switch"
      role="switch"
      aria-checked={checked}
      onClick={() => onChange(!checked)}
    >
      <i />
    </button>
  )
}
