/** Fields of a parsed form. A value is a text, a list or an object of fields. */
export type FormFields = { [name: string]: string | FormFields | (string | FormFields)[] | undefined }

/** Parses `items[0][price]=p&metadata[a]=b` into objects and lists as Stripe does. */
export function readForm(text: string): FormFields {
  const result: FormFields = {}
  for (const [name, value] of new URLSearchParams(text)) setField(result, name.split(/[[\]]+/).filter(Boolean), value)
  return toLists(result) as FormFields
}

function setField(into: FormFields, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) into[name] = value
  else setField((into[name] ??= {}) as FormFields, rest, value)
}

/** Converts objects with the keys 0, 1, 2 … to lists, at every depth. */
function toLists(value: FormFields[string]): FormFields[string] {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, one]) => [name, toLists(one)] as const)
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, one]) => one as string | FormFields) : Object.fromEntries(entries)
}

export const textOf = (fields: FormFields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}
export const listOf = (fields: FormFields, name: string): (string | FormFields)[] => {
  const value = fields[name]
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}
export const partOf = (fields: FormFields, name: string): FormFields => {
  const value = fields[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}
