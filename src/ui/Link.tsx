import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

export type LinkProps = { to: To } & Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'>

/**
 * A link to a page of the app: a plain press goes there without a load, any other is the browser's. The router's own
 * component brings along how its framework fetches pages ahead, 2 kB that nothing here asks for (decision 008).
 */
export function Link({ to, ...rest }: LinkProps) {
  return <a {...rest} href={useHref(to)} onClick={useLinkClickHandler(to)} />
}
