import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { apart } from '#domain/language/apart.ts'
import { language } from '#domain/language/translate.ts'
import { useIsWide } from '#src/ui/use-is-wide.ts'
import { percentText } from './insights-text.ts'

interface TrendChartProps {
  /** What it shows, as a sentence. */
  name: string
  /** Oldest first; without a percentage there is a gap. */
  bars: readonly { name: string; percent: number | null }[]
}

/** Pixels for a horizontal bar. */
const ROW = 30
const UPRIGHT = 280

/**
 * Bars with their percentages: vertical if there is room, horizontal on phones. A picture with a name; the numbers are
 * in the table beside it. Never animated, whatever the system preference.
 */
export function TrendChart({ name, bars }: TrendChartProps) {
  const lies = !useIsWide()
  const height = lies ? bars.length * ROW + 2 * ROW : UPRIGHT
  const percent = { type: 'number', domain: [0, 100], ticks: [0, 50, 100], tickFormatter: withSign } as const
  const names = { type: 'category', dataKey: 'name', interval: lies ? 0 : 'preserveStartEnd' } as const
  const isMirrored = language().direction === 'rtl'
  const wide = lies ? 44 : 8
  // The library writes its own colours into the texts, where no style sheet reaches: these follow the page's.
  const look = { tickLine: false, axisLine: false, tick: { fill: 'currentColor' } } as const
  return (
    // The library places texts by their left and right ends, whatever the language: in this part left is where it says.
    <div role="img" aria-label={name} dir="ltr" style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={bars.map((bar) => ({ ...bar, name: apart(bar.name) }))}
          layout={lies ? 'vertical' : 'horizontal'}
          accessibilityLayer={false}
          margin={{ top: 24, right: isMirrored ? 0 : wide, bottom: 0, left: isMirrored ? wide : 0 }}
        >
          <CartesianGrid horizontal={!lies} vertical={lies} />
          <XAxis {...(lies ? percent : names)} {...look} reversed={isMirrored} height={ROW} />
          <YAxis {...(lies ? names : percent)} {...look} orientation={isMirrored ? 'right' : 'left'} width="auto" />
          <Bar dataKey="percent" radius={4} isAnimationActive={false}>
            <LabelList dataKey="percent" position={lies ? 'right' : 'top'} formatter={withSign} fill="currentColor" />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

const withSign = (value: unknown): string => (typeof value === 'number' ? percentText({ percent: value }) : '')
