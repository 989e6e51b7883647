import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RichText } from './RichText.tsx'

it('shows what is between tags by their name, and the rest as text', () => {
  const tags = { link: (part: string) => <a href="/privacy">{part}</a>, b: (part: string) => <strong>{part}</strong> }
  const shown = renderToStaticMarkup(
    <RichText text="Read <link>this & that</link>, <b>then</b> go <x>on</x>." tags={tags} />,
  )
  expect(shown).toBe('Read <a href="/privacy">this &amp; that</a>, <strong>then</strong> go &lt;x&gt;on&lt;/x&gt;.')
})
