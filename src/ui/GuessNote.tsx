import { CircleHelp } from 'lucide-react'

/** Marks a field filled on a guess, with the words the guess came from, if there are any. */
export function GuessNote({ words }: { words: string }) {
  return (
    <span className="guess">
      <CircleHelp className="icon" aria-hidden />
      <span>{words === '' ? 'A guess: the words do not say.' : `A guess, from “${words}”.`} Please check it.</span>
    </span>
  )
}
