import { CircleHelp } from 'lucide-react'
import { t } from '#domain/language/translate.ts'

/** Marks a field filled on a guess, with the words the guess came from, if there are any. */
export function GuessNote({ words }: { words: string }) {
  return (
    <span className="guess">
      <CircleHelp className="icon" aria-hidden />
      <span>
        {words === ''
          ? t('A guess: the words do not say. Please check it.')
          : t('A guess, from “{words}”. Please check it.', { words })}
      </span>
    </span>
  )
}
