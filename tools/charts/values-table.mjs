import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { project } from '../../deploy/local/settings.mjs'

const folder = join(project, 'charts/daymark')
const [BEGIN, END] = ['<!-- values -->', '<!-- /values -->']

/** The table of README.md: names and defaults out of values.yaml, sentences out of values.schema.json. */
export function valuesTable(isWriting) {
  const values = parse(readFileSync(join(folder, 'values.yaml'), 'utf8'))
  const schema = JSON.parse(readFileSync(join(folder, 'values.schema.json'), 'utf8'))
  const file = join(folder, 'README.md')
  const text = readFileSync(file, 'utf8')
  const lines = rows('', values, schema, schema).map(row => `| ${row.join(' | ')} |`)
  const table = ['| Value | Default | Meaning |', '| --- | --- | --- |', ...lines].join('\n')
  const expected = text.replace(new RegExp(`${BEGIN}[^]*${END}`), () => `${BEGIN}\n\n${table}\n\n${END}`)
  if (isWriting) writeFileSync(file, expected)
  return isWriting || text === expected
    ? []
    : ['README.md: its table is not what values.yaml and values.schema.json say']
}

function rows(path, value, node, schema) {
  const resolvedNode = resolved(node, schema)
  const inner = resolvedNode.properties && value && !Array.isArray(value) ? Object.entries(value) : []
  if (inner.length > 0 && resolvedNode.additionalProperties === false && path !== '.services')
    return inner.flatMap(([key, one]) => rows(`${path}.${key}`, one, resolvedNode.properties[key], schema))
  return [[`\`${path.slice(1)}\``, displayValue(path, value), resolvedNode.description ?? '']]
}

const resolved = (node, schema) => (node?.$ref ? schema.$defs[node.$ref.split('/').at(-1)] : (node ?? {}))
const displayValue = (path, value) =>
  path === '.services' ? 'see values.yaml' : `\`${JSON.stringify(value).replaceAll('|', '\\|')}\``
