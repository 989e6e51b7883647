import sharp from 'sharp'
import type { Chance } from '#tests/sync/prng.ts'
import type { Block } from './page.ts'
import { styleOf, svgOf } from './page.ts'
import { grainOf, lightOf, within } from './photo-light.ts'
import { crumpled, type Pixels, type Pose, type Relief, rays, sampled } from './surface.ts'

/** What makes photographs of labels hard. */
export const EFFECTS = [
  'plain',
  'perspective',
  'tilted',
  'bottle',
  'crumpled',
  'glare',
  'shadow',
  'blurred',
  'shaken',
  'dim',
  'forwarded',
  'tiny',
] as const
export type Effect = (typeof EFFECTS)[number]

/** The longer side of a photograph, in pixels. */
const SIDE = 1600

interface Scene {
  pose: Pose
  relief: Relief | null
  /** Standard deviation of the blur of the lens, and pixels by which the hand moved. */
  blur: number
  shake: number
  /** Share of the light; the telephone brightens what is left, and its noise with it. */
  light: number
  noise: number
  glare: boolean
  shadow: boolean
  /** The longer side and quality in which it is sent on. */
  sent: { side: number; quality: number }
}

const either = (chance: Chance, from: number, to: number): number =>
  within(chance, from, to) * (chance.chance(0.5) ? 1 : -1)

/** A steady hand in daylight, with the one thing that makes this photograph hard. */
function sceneOf(chance: Chance, effect: Effect, flat: Pixels): Scene {
  const longest = Math.max(flat.width, flat.height)
  const pose: Pose = {
    yaw: either(chance, 0, 5),
    pitch: either(chance, 0, 6),
    roll: either(chance, 0, 3),
    scale: SIDE / longest / within(chance, 1.15, 1.35),
    radius: null,
    shift: [either(chance, 0, 0.03), either(chance, 0, 0.03)],
  }
  const scene: Scene = {
    pose,
    relief: null,
    blur: within(chance, 0.6, 0.9),
    shake: 0,
    light: within(chance, 0.85, 1),
    noise: within(chance, 2, 4),
    glare: false,
    shadow: false,
    sent: { side: SIDE, quality: chance.between(78, 90) },
  }
  switch (effect) {
    case 'plain':
      return scene
    case 'perspective':
      return { ...scene, pose: { ...pose, yaw: either(chance, 18, 32), pitch: either(chance, 12, 26) } }
    case 'tilted':
      return { ...scene, pose: { ...pose, roll: either(chance, 8, 15), scale: pose.scale * 0.92 } }
    case 'bottle':
      return {
        ...scene,
        pose: { ...pose, roll: either(chance, 0, 6), radius: flat.width / within(chance, 1.7, 2.2) },
      }
    case 'crumpled':
      return { ...scene, relief: crumpled(chance.next, longest, chance.between(7, 12)) }
    case 'glare':
      return { ...scene, glare: true }
    case 'shadow':
      return { ...scene, shadow: true, light: within(chance, 0.6, 0.8) }
    case 'blurred':
      return { ...scene, blur: within(chance, 2, 3.2) }
    case 'shaken':
      return { ...scene, shake: within(chance, 5, 9) }
    case 'dim':
      return { ...scene, light: within(chance, 0.3, 0.45), noise: within(chance, 9, 14), blur: 1.1 }
    case 'forwarded':
      return { ...scene, sent: { side: chance.between(800, 1000), quality: chance.between(25, 40) } }
    case 'tiny':
      return { ...scene, pose: { ...pose, scale: pose.scale * within(chance, 0.36, 0.48) } }
  }
}

/** Draws a page and takes a photograph of it, as JPEG. The same chance gives the same one where the fonts are the same. */
export async function photoOf(chance: Chance, blocks: readonly Block[], effect: Effect): Promise<Buffer> {
  const style = styleOf(chance, { body: 30, ems: chance.between(23, 30) })
  const { data, info } = await sharp(Buffer.from(svgOf(blocks, style).svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const flat: Pixels = { data, width: info.width, height: info.height }
  const scene = sceneOf(chance, effect, flat)
  const seen = taken(chance, flat, scene)
  return developed(chance, seen, scene)
}

const TABLES: readonly (readonly [number, number, number])[] = [
  [134, 98, 66],
  [96, 72, 54],
  [170, 166, 158],
  [206, 200, 190],
  [70, 74, 80],
]
const OBJECTS: readonly (readonly [number, number, number])[] = [
  [238, 236, 232],
  [224, 230, 236],
  [214, 120, 40],
  [240, 224, 200],
]

const CAP = [236, 236, 232] as const

/** Follows the ray through each pixel to the label, to what it is stuck on, or to the table. */
function taken(chance: Chance, flat: Pixels, scene: Scene): Pixels {
  const { pose, relief } = scene
  const [width, height] = flat.width >= flat.height ? [SIDE, SIDE * 0.75] : [SIDE * 0.75, SIDE]
  const table = chance.pick(TABLES)
  const object = chance.pick(OBJECTS)
  const [halfWidth, halfHeight] = [flat.width / 2, flat.height / 2]
  const edge = within(chance, 0.06, 0.3) * flat.height
  const isOnBox = (u: number, v: number): boolean =>
    relief === null && Math.abs(u) < halfWidth + edge * 0.7 && Math.abs(v) < halfHeight + edge
  const grain = grainOf(chance)
  const look = lightOf(chance, scene, width, height)
  const cast = rays(pose, width, height)
  const found = new Float64Array(3)
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const hit = cast(x, y)
      let light = look(x, y)
      let shine = 0
      if (pose.radius !== null && hit.on === 'label') {
        light *= 0.45 + 0.55 * Math.cos(hit.angle * 0.95 - 0.25)
        shine = 0.35 * Math.exp(-(((hit.angle - 0.5) / 0.09) ** 2))
      }
      const moved = relief && hit.on === 'label' ? relief(hit.u, hit.v) : null
      const [u, v] = moved ? [moved.u, moved.v] : [hit.u, hit.v]
      const isInside = hit.on === 'label' && sampled(flat, u + halfWidth, v + halfHeight, found)
      if (isInside) light *= moved?.light ?? 1
      else {
        const isObject = hit.on === 'label' && (pose.radius !== null || isOnBox(u, v))
        const isCap = isObject && pose.radius !== null && v < -halfHeight - edge
        if (isObject) {
          found.set(isCap ? CAP : object)
          if (isCap) light *= 0.9 + 0.1 * Math.sign(Math.sin(hit.angle * 60))
        } else {
          found.set(table)
          const off = Math.max(
            Math.abs(u) - (pose.radius ?? halfWidth + (relief ? 0 : edge * 0.7)),
            Math.abs(v) - halfHeight - (relief ? 0 : edge),
          )
          light *= (1 - 0.4 * Math.exp(-Math.max(0, off) / 30)) * grain(u, v)
        }
      }
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel += 1) {
        const lit = (found[channel] as number) * light * (look.colour[channel] as number)
        data[at + channel] = Math.min(255, lit + (255 - Math.min(255, lit)) * (shine + look.glare(x, y)))
      }
    }
  }
  return { data, width, height }
}

/** What lens, hand, sensor and telephone make of it. */
async function developed(chance: Chance, { data, width, height }: Pixels, scene: Scene): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const
  let picture = sharp(data, { raw }).blur(scene.blur)
  if (scene.shake > 0) picture = picture.convolve(kernelOf(scene.shake, chance.next() * Math.PI))
  const { data: soft } = await picture.raw().toBuffer({ resolveWithObject: true })
  const gain = 1 / Math.max(0.55, scene.light)
  for (let at = 0; at < soft.length; at += 3) {
    const grain = noise(chance) * scene.noise
    for (let channel = 0; channel < 3; channel += 1) {
      const value = ((soft[at + channel] as number) + grain + noise(chance) * scene.noise * 0.4) * gain
      soft[at + channel] = Math.max(0, Math.min(255, value))
    }
  }
  const { side, quality } = scene.sent
  const developed = sharp(soft, { raw }).blur(0.5)
  const sent = side < SIDE ? developed.resize({ width: side, height: side, fit: 'inside' }) : developed
  return sent.jpeg({ quality }).toBuffer()
}

/** Nearly normal, with a standard deviation of about 1. */
const noise = (chance: Chance): number => (chance.next() + chance.next() + chance.next() - 1.5) * 2

/** A movement of the hand: a line of that many pixels. */
function kernelOf(length: number, direction: number): { width: number; height: number; kernel: number[] } {
  const side = 2 * Math.ceil(length / 2) + 1
  const kernel = new Array<number>(side * side).fill(0)
  for (let step = -length / 2; step <= length / 2; step += 0.25) {
    const x = Math.round(side / 2 - 0.5 + step * Math.cos(direction))
    const y = Math.round(side / 2 - 0.5 + step * Math.sin(direction))
    kernel[y * side + x] = (kernel[y * side + x] as number) + 1
  }
  return { width: side, height: side, kernel }
}
