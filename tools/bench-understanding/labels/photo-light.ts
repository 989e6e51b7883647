import type { Chance } from '#tests/sync/prng.ts'

/** Returns a number between the two, in the same place of each run. */
export const within = (chance: Chance, from: number, to: number): number => from + chance.next() * (to - from)

/** Returns the grain of a table of wood: long streaks. */
export function grainOf(chance: Chance): (u: number, v: number) => number {
  const [a, b, c] = [chance.next() * 6, chance.next() * 6, within(chance, 0.02, 0.06)]
  return (u, v) => {
    const bend = v + 8 * Math.sin(u * 0.004 + a)
    return 0.93 + 0.05 * Math.sin(bend * c + b) + 0.03 * Math.sin(bend * c * 5.3 + u * 0.003)
  }
}

interface LightScene {
  /** Share of the light. */
  light: number
  glare: boolean
  shadow: boolean
}

interface Light {
  (x: number, y: number): number
  colour: readonly number[]
  glare(x: number, y: number): number
}

/** Light that falls off to one side, in the colour of a lamp or of the day; a reflection; the shadow of the hand. */
export function lightOf(chance: Chance, scene: LightScene, width: number, height: number): Light {
  const direction = chance.next() * 2 * Math.PI
  const [dx, dy] = [Math.cos(direction), Math.sin(direction)]
  const fall = within(chance, 0.1, 0.3)
  const colour = chance.chance(0.5) ? [1.02, 0.98, 0.88] : [0.97, 1, 1.02]
  const spot = [width * within(chance, 0.3, 0.7), height * within(chance, 0.35, 0.65)] as const
  const size = [width * within(chance, 0.08, 0.14), height * within(chance, 0.07, 0.13)] as const
  const edge = { at: within(chance, -0.15, 0.15), turn: chance.next() * Math.PI }
  const light = (x: number, y: number): number => {
    const [across, down] = [x / width - 0.5, y / height - 0.5]
    const even = scene.light * (1 - fall * (across * dx + down * dy + 0.5))
    if (!scene.shadow) return even
    const off = across * Math.cos(edge.turn) + down * Math.sin(edge.turn) - edge.at
    return even * (1 - 0.5 / (1 + Math.exp(-off * 60)))
  }
  const glare = (x: number, y: number): number => {
    if (!scene.glare) return 0
    const away = ((x - spot[0]) / size[0]) ** 2 + ((y - spot[1]) / size[1]) ** 2
    return Math.min(0.97, 1.15 * Math.exp(-away)) + 0.12 * Math.exp(-away / 5)
  }
  return Object.assign(light, { colour, glare })
}
