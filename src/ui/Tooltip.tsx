import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import { useTopLayer } from './top-layer.ts'

/** Specification, §8: tooltip delay 700 ms. */
const DELAY_MS = 700

interface TooltipProps {
  text: string
  /** One element that takes a ref and props; it keeps a name of its own, a tooltip is never the only place of a word. */
  children: ReactElement
}

/** A word or two over a control, after 700 ms of resting on it and at once on keyboard focus. */
export function Tooltip({ text, children }: TooltipProps) {
  const container = useTopLayer()
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal container={container}>
          <Radix.Content className="tooltip" sideOffset={4} collisionPadding={8}>
            {text}
            <Radix.Arrow className="tooltip__arrow" />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
