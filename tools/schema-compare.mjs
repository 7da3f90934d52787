/**
 * What in `next` would break a partner who still holds `golden` (JSON Schemas of one contract). Fields may be added when
 * they are optional, limits may widen, values may join an enumeration; nothing may be removed or become narrower.
 */
export function breaks(golden, next, path = '') {
  const at = path || 'it'
  if (isUnion(golden) || isUnion(next)) return unionBreaks(branches(golden), branches(next), path)
  if (text(golden.type) !== text(next.type)) return [`${at} was ${text(golden.type)} and is ${text(next.type)}`]
  return [
    ...valueBreaks(golden, next, at),
    ...limitBreaks(golden, next, at),
    ...fieldBreaks(golden, next, path),
    ...(golden.items && next.items ? breaks(golden.items, next.items, `${path}[]`) : []),
    ...(isSchema(golden.additionalProperties) && isSchema(next.additionalProperties)
      ? breaks(golden.additionalProperties, next.additionalProperties, `${path}{}`)
      : []),
  ]
}

const text = value => JSON.stringify(value) ?? 'anything'
const isSchema = value => typeof value === 'object' && value !== null
const branches = schema => schema.anyOf ?? schema.oneOf ?? [schema]
const isUnion = schema => Boolean(schema.anyOf ?? schema.oneOf)

/** Every alternative that was there is there still, possibly wider. */
function unionBreaks(before, after, path) {
  return before.flatMap(one => {
    const differences = after.map(other => breaks(one, other, path))
    const nearest = differences.toSorted((a, b) => a.length - b.length)[0] ?? []
    return nearest.length > 0 ? [`${path || 'it'} lost an alternative: ${nearest[0]}`] : []
  })
}

function valueBreaks(golden, next, at) {
  const before = golden.enum ?? ('const' in golden ? [golden.const] : undefined)
  const after = next.enum ?? ('const' in next ? [next.const] : undefined)
  if (!after) return []
  if (!before) return [`${at} takes only ${text(after)} now`]
  return before.filter(value => !after.includes(value)).map(value => `${at} lost the value ${text(value)}`)
}

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']
const shapes = ['pattern', 'format']

function limitBreaks(golden, next, at) {
  const tighter = name => {
    if (next[name] === undefined || next[name] === golden[name]) return false
    if (golden[name] === undefined || shapes.includes(name)) return true
    return lower.includes(name) ? next[name] > golden[name] : next[name] < golden[name]
  }
  return [...lower, ...upper, ...shapes]
    .filter(tighter)
    .map(name => `${at}: ${name} was ${text(golden[name])} and is ${text(next[name])}`)
}

function fieldBreaks(golden, next, path) {
  const before = golden.properties ?? {}
  const after = next.properties ?? {}
  const name = field => (path ? `${path}.${field}` : field)
  const wasRequired = new Set(golden.required)
  const isRequired = new Set(next.required)
  return [
    ...Object.keys(before).flatMap(field =>
      after[field] ? breaks(before[field], after[field], name(field)) : [`${name(field)} is gone`],
    ),
    ...[...isRequired].filter(field => !wasRequired.has(field)).map(field => `${name(field)} is required now`),
    ...[...wasRequired]
      .filter(field => after[field] && !isRequired.has(field))
      .map(field => `${name(field)} may be missing now`),
  ]
}
