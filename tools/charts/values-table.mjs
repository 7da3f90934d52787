import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { project } from '../../deploy/local/settings.mjs'

const folder = join(project, 'charts/daymark')
const [BEGIN, END] = ['<!-- values -->', '<!-- /values -->']

/**
 * Compares the table of values in README.md with the chart, or writes it if `isWriting`. Names and defaults come from values.yaml,
 * descriptions from values.schema.json.
 */
export function checkValuesTable(isWriting) {
  const values = parse(readFileSync(join(folder, 'values.yaml'), 'utf8'))
  const schema = JSON.parse(readFileSync(join(folder, 'values.schema.json'), 'utf8'))
  const file = join(folder, 'README.md')
  const text = readFileSync(file, 'utf8')
  const lines = toRows('', values, schema, schema).map(row => `| ${row.join(' | ')} |`)
  const table = ['| Value | Default | Meaning |', '| --- | --- | --- |', ...lines].join('\n')
  const expected = text.replace(new RegExp(`${BEGIN}[^]*${END}`), () => `${BEGIN}\n\n${table}\n\n${END}`)
  if (isWriting) writeFileSync(file, expected)
  return isWriting || text === expected ? [] : ['README.md: the table differs from values.yaml and values.schema.json']
}

function toRows(path, value, node, schema) {
  const resolvedNode = resolveReference(node, schema)
  const children = resolvedNode.properties && value && !Array.isArray(value) ? Object.entries(value) : []
  if (children.length > 0 && resolvedNode.additionalProperties === false && path !== '.services')
    return children.flatMap(([key, childValue]) =>
      toRows(`${path}.${key}`, childValue, resolvedNode.properties[key], schema),
    )
  return [[`\`${path.slice(1)}\``, formatValue(path, value), resolvedNode.description ?? '']]
}

const resolveReference = (node, schema) => (node?.$ref ? schema.$defs[node.$ref.split('/').at(-1)] : (node ?? {}))
const formatValue = (path, value) =>
  path === '.services' ? 'see values.yaml' : `\`${JSON.stringify(value).replaceAll('|', '\\|')}\``
