/** Fields of a parsed form. A value is a text, a list or an object of fields. */
export type FormFields = { [name: string]: string | FormFields | (string | FormFields)[] | undefined }

/** Parses `items[0][price]=p&metadata[a]=b` into objects and lists as Stripe does. */
export function readForm(text: string): FormFields {
  const result: FormFields = {}
  for (const [name, value] of new URLSearchParams(text)) setField(result, name.split(/[[\]]+/).filter(Boolean), value)
  return toLists(result) as FormFields
}

function setField(target: FormFields, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) target[name] = value
  else setField((target[name] ??= {}) as FormFields, rest, value)
}

/** Converts objects with the keys 0, 1, 2 … to lists, at every depth. */
function toLists(value: FormFields[string]): FormFields[string] {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, field]) => [name, toLists(field)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, item]) => item as string | FormFields) : Object.fromEntries(entries)
}

export const textField = (fields: FormFields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}
export const listField = (fields: FormFields, name: string): (string | FormFields)[] => {
  const value = fields[name]
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}
export const objectField = (fields: FormFields, name: string): FormFields => {
  const value = fields[name]
  return typeof value === 'object' && !Array.isArray(value) ? value : {}
}
