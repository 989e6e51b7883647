import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

/** `state` goes along with the address, in this tab's history only. */
export type LinkProps = { to: To; state?: unknown } & Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'>

/**
 * A link to a page of the app: a plain click navigates without a load, any other is left to the browser. The router's
 * own component would bring in its framework's prefetching, 2 kB that nothing here needs (decision 008).
 */
export function Link({ to, state, ...rest }: LinkProps) {
  return <a {...rest} href={useHref(to)} onClick={useLinkClickHandler(to, { state })} />
}
