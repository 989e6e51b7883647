import type { CurrentUser } from '#domain/records/user.ts'
import { ContactForm } from './ContactForm.tsx'
import { ContactFrame } from './ContactFrame.tsx'
import { dropMessage, type Writer } from './kept-messages.ts'
import { useKeptMessages } from './use-kept-messages.ts'
import { WaitingMessages } from './WaitingMessages.tsx'

/** How to reach us, and the form. `user` is null for a visitor. */
export default function ContactPage({ user }: { user: CurrentUser | null }) {
  const writer: Writer = user?.id ?? 'visitor'
  const { kept, refresh } = useKeptMessages(writer)
  const opening = {
    name: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    email: user?.email ?? '',
  }
  return (
    <ContactFrame>
      <WaitingMessages kept={kept} onDiscard={(id) => void dropMessage(writer, id).then(refresh)} />
      <ContactForm key={writer} writer={writer} opening={opening} onKept={refresh} />
    </ContactFrame>
  )
}
