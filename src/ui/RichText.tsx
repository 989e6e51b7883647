import { Fragment, type ReactNode } from 'react'

interface RichTextProps {
  /** A translated text in which tags mark parts: `Read the <link>privacy notes</link> first.` Tags are not nested. */
  text: string
  /** Returns how each tag shows its part, by the tag's name. */
  tags: Readonly<Record<string, (part: string) => ReactNode>>
}

/** A text with links or emphasis in it, as one message: where they stand differs by language. */
export function RichText({ text, tags }: RichTextProps) {
  return text.split(/(<\w+>.*?<\/\w+>)/s).map((piece, place) => {
    const [, name = '', part = ''] = /^<(\w+)>(.*?)<\/\1>$/s.exec(piece) ?? []
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
    return <Fragment key={place}>{tags[name]?.(part) ?? piece}</Fragment>
  })
}
