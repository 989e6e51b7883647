import { Copy } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { toast } from './toast-store.ts'

interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'block'> {
  /** What is copied. */
  text: string
  label: string
  /** Said once it is done. */
  done: string
}

/** Copies a text. Where the browser refuses, it says how to do it by hand: the text is on screen beside it. */
export function CopyButton({ text, label, done, variant = 'soft', block }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: done })
    } catch {
      toast({
        title: t('This browser does not copy it'),
        description: t('Select the text and copy it by hand.'),
        tone: 'destructive',
      })
    }
  }
  return (
    <Button variant={variant} block={block} onClick={() => void copy()}>
      <Copy className="icon" aria-hidden="true" />
      {label}
    </Button>
  )
}
