import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { Link, type LinkProps } from './Link.tsx'

type InApp = { to: LinkProps['to'] } & Omit<LinkProps, 'to'>
type DocumentLoad = { href: string; to?: never } & ComponentProps<'a'>

export type ButtonLinkProps = ButtonLook & (InApp | DocumentLoad)

/** A link that looks like a button: `to` stays in the app, `href` loads a document (sign-in, sign-out, payment). */
export function ButtonLink({ variant, size, block, iconOnly, className, ...rest }: ButtonLinkProps) {
  const look = buttonClass({ variant, size, block, iconOnly }, className)
  if (rest.to !== undefined) return <Link {...rest} className={look} />
  return <a {...rest} className={look} />
}
