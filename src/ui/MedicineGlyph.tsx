import { classNames } from './class-names.ts'
import { formOfWords } from './form-of-words.ts'
import { FormGlyph } from './glyphs.tsx'
import { FILLS, OUTLINES } from './medicine-shapes.ts'

interface MedicineGlyphProps {
  picture: {
    look?: { shape: keyof typeof OUTLINES; colours: readonly (keyof typeof FILLS)[] } | null | undefined
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
      <path className="look__part" data-colour={first} fill={FILLS[first]} d={outline} />
      {second ? <path className="look__part look__half" data-colour={second} fill={FILLS[second]} d={outline} /> : null}
      <path className="look__edge" d={outline} />
    </svg>
  )
}
