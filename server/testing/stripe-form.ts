/** A form in Stripe's notation: `items[0][price]=…` is a list of objects. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }

/** Parses a form-encoded body or query. */
export function readForm(encoded: string): Record<string, FormValue> {
  const root: Record<string, FormValue> = {}
  for (const [name, value] of new URLSearchParams(encoded)) {
    const [first = '', ...rest] = name.split(/[[\]]+/).filter(Boolean)
    put(root, [first, ...rest], value)
  }
  return withLists(root) as Record<string, FormValue>
}

function put(into: Record<string, FormValue>, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    into[name] = value
    return
  }
  into[name] ??= {}
  put(into[name] as Record<string, FormValue>, rest, value)
}

/** Turns objects whose names are 0, 1, 2, … into lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
