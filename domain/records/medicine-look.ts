/** What a medicine can look like; the form draws each of them. */
export const SHAPES = ['round', 'oval', 'capsule', 'square', 'diamond', 'triangle', 'drop'] as const
export type Shape = (typeof SHAPES)[number]

export const COLOURS = [
  'white',
  'cream',
  'yellow',
  'orange',
  'pink',
  'red',
  'purple',
  'blue',
  'green',
  'brown',
  'grey',
  'black',
] as const
export type Colour = (typeof COLOURS)[number]

/** The picture by which the user knows a medicine: a shape in one colour or two. */
export interface MedicineLook {
  shape: Shape
  /** One or two; two are those of its halves. */
  colours: Colour[]
}

/** What a medicine is known by on screen. Neither: nothing was chosen. */
export interface MedicinePicture {
  look?: MedicineLook | null | undefined
  /** A JPEG in base64 (medicine-photo.ts), shown instead of the look. */
  photo?: string | null | undefined
}
