import { CircleHelp } from 'lucide-react'

/** Marks a field that was filled on a guess, with the words it came from. */
export function GuessNote({ words }: { words: string }) {
  return (
    <span className="guess">
      <CircleHelp className="icon" aria-hidden />
      <span>A guess, from “{words}”. Please check it.</span>
    </span>
  )
}
