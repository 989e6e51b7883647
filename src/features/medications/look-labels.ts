import { type Message, msg } from '#domain/language/message.ts'
import type { Colour, Shape } from '#domain/records/medicine-look.ts'

/** What the form calls each shape and colour of a medicine. */
export const LOOK_LABELS: Readonly<Record<Shape | Colour, Message>> = {
  round: msg('Round', 'shape'),
  oval: msg('Oval', 'shape'),
  capsule: msg('Capsule', 'shape'),
  square: msg('Square', 'shape'),
  diamond: msg('Diamond', 'shape'),
  triangle: msg('Triangle', 'shape'),
  drop: msg('Drop', 'shape'),
  white: msg('White', 'colour'),
  cream: msg('Cream', 'colour'),
  yellow: msg('Yellow', 'colour'),
  orange: msg('Orange', 'colour'),
  pink: msg('Pink', 'colour'),
  red: msg('Red', 'colour'),
  purple: msg('Purple', 'colour'),
  blue: msg('Blue', 'colour'),
  green: msg('Green', 'colour'),
  brown: msg('Brown', 'colour'),
  grey: msg('Grey', 'colour'),
  black: msg('Black', 'colour'),
}
