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
  const wanted = text.replace(new RegExp(`${BEGIN}[^]*${END}`), () => `${BEGIN}\n\n${table}\n\n${END}`)
  if (isWriting) writeFileSync(file, wanted)
  return isWriting || text === wanted ? [] : ['README.md: its table is not what values.yaml and values.schema.json say']
}

function rows(path, value, node, schema) {
  const known = resolved(node, schema)
  const inner = known.properties && value && !Array.isArray(value) ? Object.entries(value) : []
  if (inner.length > 0 && known.additionalProperties === false && path !== '.services')
    return inner.flatMap(([key, one]) => rows(`${path}.${key}`, one, known.properties[key], schema))
  return [[`\`${path.slice(1)}\``, shown(path, value), known.description ?? '']]
}

const resolved = (node, schema) => (node?.$ref ? schema.$defs[node.$ref.split('/').at(-1)] : (node ?? {}))
const shown = (path, value) =>
  path === '.services' ? 'see values.yaml' : `\`${JSON.stringify(value).replaceAll('|', '\\|')}\``
