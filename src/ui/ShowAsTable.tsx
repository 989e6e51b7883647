import { useId } from 'react'
import { t } from '#domain/language/translate.ts'

interface ShowAsTableProps {
  /** What the table holds: its name for screen readers. */
  caption: string
  head: readonly string[]
  /** The first cell of a row is its heading. */
  rows: readonly (readonly string[])[]
}

/** The numbers behind a chart, one click away. A table wider than its container scrolls on its own. */
export function ShowAsTable({ caption, head, rows }: ShowAsTableProps) {
  const id = useId()
  return (
    <details className="as-table">
      <summary>
        {t('Show as table')}
        <span className="sr">: {caption}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys (WCAG 2.1.1) */}
      <section className="as-table__scroll" aria-labelledby={id} tabIndex={0}>
        <table>
          <caption id={id} className="sr">
            {caption}
          </caption>
          <thead>
            <tr>
              {head.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...cells], row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name, and none has a state
              <tr key={row}>
                <th scope="row">{first}</th>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
