/**
 * Lists the changes from `golden` to `next` (JSON Schemas of one contract) that break existing clients. Optional fields and enumeration
 * values may be added, and limits may widen. Nothing may be removed or become narrower.
 */
export function findBreakingChanges(golden, next, path = '') {
  const label = path || 'it'
  if (isUnion(golden) || isUnion(next))
    return breakingUnionChanges(listAlternatives(golden), listAlternatives(next), path)
  if (toText(golden.type) !== toText(next.type))
    return [`${label} was ${toText(golden.type)} and is ${toText(next.type)}`]
  return [
    ...breakingValueChanges(golden, next, label),
    ...breakingLimitChanges(golden, next, label),
    ...breakingFieldChanges(golden, next, path),
    ...(golden.items && next.items ? findBreakingChanges(golden.items, next.items, `${path}[]`) : []),
    ...(isSchema(golden.additionalProperties) && isSchema(next.additionalProperties)
      ? findBreakingChanges(golden.additionalProperties, next.additionalProperties, `${path}{}`)
      : []),
  ]
}

const toText = value => JSON.stringify(value) ?? 'anything'
const isSchema = value => typeof value === 'object' && value !== null
const listAlternatives = schema => schema.anyOf ?? schema.oneOf ?? [schema]
const isUnion = schema => Boolean(schema.anyOf ?? schema.oneOf)

/** Each alternative of the previous union must still exist, unchanged or wider. */
function breakingUnionChanges(before, after, path) {
  return before.flatMap(previous => {
    const differences = after.map(alternative => findBreakingChanges(previous, alternative, path))
    const nearest = differences.toSorted((a, b) => a.length - b.length)[0] ?? []
    return nearest.length > 0 ? [`${path || 'it'} lost an alternative: ${nearest[0]}`] : []
  })
}

function breakingValueChanges(golden, next, label) {
  const before = golden.enum ?? ('const' in golden ? [golden.const] : undefined)
  const after = next.enum ?? ('const' in next ? [next.const] : undefined)
  if (!after) return []
  if (!before) return [`${label} now allows only ${toText(after)}`]
  return before.filter(value => !after.includes(value)).map(value => `${label} lost the value ${toText(value)}`)
}

const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']
const patternKeywords = ['pattern', 'format']

function breakingLimitChanges(golden, next, label) {
  const isTighter = name => {
    if (next[name] === undefined || next[name] === golden[name]) return false
    if (golden[name] === undefined || patternKeywords.includes(name)) return true
    return lowerLimits.includes(name) ? next[name] > golden[name] : next[name] < golden[name]
  }
  return [...lowerLimits, ...upperLimits, ...patternKeywords]
    .filter(isTighter)
    .map(name => `${label}: ${name} was ${toText(golden[name])} and is ${toText(next[name])}`)
}

function breakingFieldChanges(golden, next, path) {
  const before = golden.properties ?? {}
  const after = next.properties ?? {}
  const fieldPath = field => (path ? `${path}.${field}` : field)
  const wasRequired = new Set(golden.required)
  const isRequired = new Set(next.required)
  return [
    ...Object.keys(before).flatMap(field =>
      after[field]
        ? findBreakingChanges(before[field], after[field], fieldPath(field))
        : [`${fieldPath(field)} was removed`],
    ),
    ...[...isRequired].filter(field => !wasRequired.has(field)).map(field => `${fieldPath(field)} is now required`),
    ...[...wasRequired]
      .filter(field => after[field] && !isRequired.has(field))
      .map(field => `${fieldPath(field)} is now optional`),
  ]
}
