/** A parsed form of Stripe's client: texts, lists and objects. */
export type Given = { [name: string]: string | Given | (string | Given)[] | undefined }

/** Parses `items[0][price]=p&metadata[a]=b` into objects and lists as Stripe does. */
export function readForm(text: string): Given {
  const out: Given = {}
  for (const [name, value] of new URLSearchParams(text)) put(out, name.split(/[[\]]+/).filter(Boolean), value)
  return listed(out) as Given
}

function put(into: Given, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) into[name] = value
  else put((into[name] ??= {}) as Given, rest, value)
}

/** Converts objects with the keys 0, 1, 2 … to lists. */
function listed(value: Given[string]): Given[string] {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, one]) => [name, listed(one)] as const)
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, one]) => one as string | Given) : Object.fromEntries(entries)
}

export const textOf = (given: Given, name: string): string | undefined => {
  const value = given[name]
  return typeof value === 'string' ? value : undefined
}
export const listOf = (given: Given, name: string): (string | Given)[] => {
  const value = given[name]
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}
export const partOf = (given: Given, name: string): Given => {
  const value = given[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}
