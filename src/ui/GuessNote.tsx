import { CircleHelp } from 'lucide-react'

/** Marks a field that was filled on a guess, with the words it came from; without words where nothing was said about it. */
export function GuessNote({ words }: { words: string }) {
  return (
    <span className="guess">
      <CircleHelp className="icon" aria-hidden />
      <span>
        {words === '' ? 'A guess: nothing was said about it.' : `A guess, from “${words}”.`} Please check it.
      </span>
    </span>
  )
}
