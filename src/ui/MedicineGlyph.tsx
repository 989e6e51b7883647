import { classNames } from './class-names.ts'
import { formOfWords } from './form-of-words.ts'
import { FormGlyph } from './glyphs.tsx'

/** The outline of each shape, in a square of 24. */
const OUTLINES = {
  round: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18Z',
  oval: 'M12 6c6 0 10 2.7 10 6s-4 6-10 6-10-2.7-10-6 4-6 10-6Z',
  capsule: 'M7 7h10a5 5 0 0 1 0 10H7A5 5 0 0 1 7 7Z',
  square: 'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z',
  diamond: 'M12 2.5 21.5 12 12 21.5 2.5 12Z',
  triangle: 'M12 3.5 21.5 20h-19Z',
  drop: 'M12 2.5c4 5 7 8 7 11.5a7 7 0 0 1-14 0C5 10.5 8 7.5 12 2.5Z',
}

interface MedicineGlyphProps {
  picture: {
    look?: { shape: keyof typeof OUTLINES; colours: readonly string[] } | null | undefined
    /** A JPEG in base64, shown instead of the look. */
    photo?: string | null | undefined
  }
  /** The medicine's own texts, which name its form where no picture was chosen. */
  words: readonly string[]
  /** Added to its own (`dose__form`). */
  className?: string | undefined
}

/**
 * The picture by which a user knows a medicine, a photo or a shape; without one, the form that its texts name. Text
 * stands beside it.
 */
export function MedicineGlyph({ picture: { look, photo }, words, className }: MedicineGlyphProps) {
  if (photo) return <img className={classNames('photo', className)} src={`data:image/jpeg;base64,${photo}`} alt="" />
  if (!look) return <FormGlyph form={formOfWords(...words)} className={className} />
  const [first = 'white', second] = look.colours
  const outline = OUTLINES[look.shape]
  return (
    <svg className={classNames('icon look', className)} viewBox="0 0 24 24" aria-hidden="true">
      <path className="look__part" data-colour={first} d={outline} />
      {second ? <path className="look__part look__half" data-colour={second} d={outline} /> : null}
      <path className="look__edge" d={outline} />
    </svg>
  )
}
