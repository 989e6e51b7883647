import type { ComponentProps } from 'react'

export interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange' | 'role' | 'children'> {
  checked: boolean
  /** Called with the requested state; nothing moves until `checked` follows. */
  onChange: (next: boolean) => void
}

/** On or off, with immediate effect. Name it with `aria-label` or `aria-labelledby`, or put it into a `SettingRow`. */
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
