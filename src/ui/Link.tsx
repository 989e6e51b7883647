import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

export type LinkProps = { to: To } & Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'>

/**
 * A link to a page of the app: a plain click navigates without a load, any other is left to the browser. The router's
 * own component would bring in its framework's prefetching, 2 kB that nothing here needs (decision 008).
 */
export function Link({ to, ...rest }: LinkProps) {
  return <a {...rest} href={useHref(to)} onClick={useLinkClickHandler(to)} />
}
