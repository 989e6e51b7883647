import { type Chance, chanceOf } from '#tests/sync/prng.ts'
import { CARDS, type Card } from './card-layouts.ts'
import { type LabelTruth, type Line, labelOf } from './label-layouts.ts'
import { LEVELS, pictureOf } from './label-pictures.ts'
import { linesOf } from './page.ts'
import { PAPERS } from './paper-layouts.ts'
import { type Page, STICKERS } from './photo-layouts.ts'
import { EFFECTS, type Effect, photoOf } from './photos.ts'

export const KINDS = ['rendered', 'photo', 'card'] as const
export type Kind = (typeof KINDS)[number]

/** A picture to be read, and what is on it. */
export interface Taken {
  /** `photo/glare/british 3` */
  id: string
  kind: Kind
  /** What makes it hard: a level of the rendered labels, or an effect. */
  effect: string
  lines: readonly Line[]
  says: { label: LabelTruth } | { card: Card }
  picture(): Promise<Buffer>
}

/** How many rendered labels of each level, photographs with each effect, and cards of each layout. */
export interface HowMany {
  rendered: number
  photo: number
  card: number
}
const ALL: HowMany = { rendered: 5, photo: 5, card: 4 }
export const FEW: HowMany = { rendered: 1, photo: 1, card: 1 }

const CARD_EFFECTS: readonly Effect[] = ['plain', 'perspective', 'dim', 'forwarded', 'tilted', 'shadow']

/** Returns the pictures of a seed, the same ones every time; each is drawn when it is asked for. */
export function takenPictures(seed: string, { rendered, photo, card }: HowMany = ALL): Taken[] {
  const labels = LEVELS.flatMap((level) =>
    times(rendered, (index) => {
      const chance = chanceOf(`${seed}/rendered/${level}/${index}`)
      const label = labelOf(chance, index)
      return {
        ...{ id: `rendered/${level}/${label.kind} ${index}`, kind: 'rendered' as const, effect: level },
        ...{ lines: label.lines, says: { label: label.truth }, picture: () => pictureOf(chance, label, level) },
      }
    }),
  )
  const photos = EFFECTS.flatMap((effect, number) =>
    times(photo, (index) => {
      const layouts = effect === 'bottle' ? STICKERS : [...STICKERS, ...PAPERS]
      const chance = chanceOf(`${seed}/photo/${effect}/${index}`)
      return photoTaken(chance, atTurn(layouts, number * 5 + index)(chance), { effect, index })
    }),
  )
  const cards = CARDS.flatMap((layout, number) =>
    times(card, (index) => {
      const chance = chanceOf(`${seed}/card/${number}/${index}`)
      return photoTaken(chance, layout(chance), { effect: atTurn(CARD_EFFECTS, number + index), index })
    }),
  )
  return [...labels, ...photos, ...cards]
}

function photoTaken(chance: Chance, page: Page | Card, { effect, index }: { effect: Effect; index: number }): Taken {
  const isCard = 'printed' in page
  const kind = isCard ? 'card' : 'photo'
  return {
    ...{ id: `${kind}/${effect}/${page.layout} ${index}`, kind, effect, lines: linesOf(page.blocks) },
    says: isCard ? { card: page } : { label: page.truth },
    picture: () => photoOf(chance, page.blocks, effect),
  }
}

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index))
const atTurn = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item
