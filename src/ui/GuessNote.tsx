import { CircleHelp } from 'lucide-react'

/**
 * Marks a field that was filled on a guess, with the words it came from; without words where they say nothing about it.
 */
export function GuessNote({ words }: { words: string }) {
  return (
    <span className="guess">
      <CircleHelp className="icon" aria-hidden />
      <span>{words === '' ? 'A guess: the words do not say.' : `A guess, from “${words}”.`} Please check it.</span>
    </span>
  )
}
