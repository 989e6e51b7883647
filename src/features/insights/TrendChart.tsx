import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
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
  const look = { tickLine: false, axisLine: false } as const
  return (
    <div role="img" aria-label={name} style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...bars]}
          layout={lies ? 'vertical' : 'horizontal'}
          accessibilityLayer={false}
          margin={{ top: 24, right: lies ? 44 : 8, bottom: 0, left: 0 }}
        >
          <CartesianGrid horizontal={!lies} vertical={lies} />
          <XAxis {...(lies ? percent : names)} {...look} height={ROW} />
          <YAxis {...(lies ? names : percent)} {...look} width="auto" />
          <Bar dataKey="percent" radius={4} isAnimationActive={false}>
            <LabelList dataKey="percent" position={lies ? 'right' : 'top'} formatter={withSign} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

const withSign = (value: unknown): string => (typeof value === 'number' ? percentText({ percent: value }) : '')
