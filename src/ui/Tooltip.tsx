import { cloneElement, type HTMLAttributes, type ReactElement, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTopLayer } from './top-layer.ts'
import { useTooltip } from './use-tooltip.ts'

/** Pixels between the control and the text, and between the text and the edge of the window. */
const GAP = 4
const EDGE = 8

interface TooltipProps {
  text: string
  /** One element that takes props. It needs its own name, since a tooltip must never be the only place for a text. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

/**
 * A word or two over a control, after hovering over it for 700 ms or immediately on keyboard focus. For sighted users
 * only: its text is the control's name.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const { anchor, controlProps, wordsProps } = useTooltip()
  return (
    <>
      {cloneElement(children, controlProps)}
      {anchor ? <Words text={text} anchor={anchor} {...wordsProps} /> : null}
    </>
  )
}

interface WordsProps extends HTMLAttributes<HTMLElement> {
  text: string
  anchor: HTMLElement
}

function Words({ text, anchor, ...rest }: WordsProps) {
  const ref = useRef<HTMLSpanElement>(null)
  const layer = useTopLayer()
  useLayoutEffect(() => {
    if (ref.current) place(ref.current, anchor)
  })
  return createPortal(
    <span ref={ref} className="tooltip" aria-hidden="true" {...rest}>
      {text}
    </span>,
    layer ?? document.body,
  )
}

/** Above the control if there is room, else below it; never beyond the window. */
function place(words: HTMLElement, anchor: HTMLElement) {
  const over = anchor.getBoundingClientRect()
  const { width, height } = words.getBoundingClientRect()
  const above = over.top - GAP - height
  const middle = over.left + over.width / 2 - width / 2
  const left = Math.max(EDGE, Math.min(middle, document.documentElement.clientWidth - width - EDGE))
  words.style.left = `${left}px`
  words.style.top = `${above >= EDGE ? above : over.bottom + GAP}px`
}
