import { createElement, type SVGProps } from 'react'

/** As lucide draws: lines of 2 in a square of 24, in the text colour. */
const DRAWN: SVGProps<SVGSVGElement> = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}

/**
 * Returns the component of an icon; the build puts it where lucide creates its own (tools/lean-icons.ts). Screen
 * readers announce it if it has a label.
 * @param node its shapes, each a tag with its attributes
 */
export default function iconOfShapes({ node }: { node: [tag: string, attributes: object][] }) {
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      { ...DRAWN, 'aria-hidden': !props['aria-label'], ...props },
      // biome-ignore lint/correctness/useJsxKeyInIterable: each is an argument of its own, none has to be told from others
      ...node.map((shape) => createElement(...shape)),
    )
}
