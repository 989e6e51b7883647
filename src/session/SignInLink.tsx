import { useLocation } from 'react-router-dom'
import { signInAddress } from '#domain/protocol/sign-in-address.ts'
import { ButtonLink, type ButtonLinkProps } from '#src/ui/ButtonLink.tsx'

type SignInLinkProps = Omit<Extract<ButtonLinkProps, { href: string }>, 'href' | 'to'>

/** A button to the sign-in page, which the server renders and which leads back to the current address. */
export function SignInLink(props: SignInLinkProps) {
  return <ButtonLink {...props} href={signInAddress(useLocation())} />
}
