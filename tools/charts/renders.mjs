import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'
import { tool } from './tools.mjs'

export const chart = join(project, 'charts/daymark')
const valuesOf = example => join(chart, 'examples', example, 'values.yaml')
/** The certificate of the bundled bus is generated if no cluster has one. */
const CERTIFICATE = /^( {2}(?:ca\.crt|tls\.crt|tls\.key): ).{100,}$/gm

/** What the bus permits is compared by itself (copies.mjs): a new event changes no render. */
const PERMISSIONS = /^ {2}permissions\.conf: \|\n(?: {4}.*\n|\n)+/gm
const CHECKSUM = /^( +checksum\/config: )[0-9a-f]{64}$/gm

export function lint(examples) {
  return examples.flatMap(example => {
    const { complaint, isFine } = tool('helm', ['lint', '--strict', '--quiet', chart, '--values', valuesOf(example)])
    return isFine ? [] : [`helm lint, ${example}: ${complaint}`]
  })
}

export function render(example) {
  const where = ['--namespace', 'photos', '--kube-version', '1.36.3', '--values', valuesOf(example)]
  const { output, complaint, isFine } = tool('helm', ['template', 'daymark', chart, ...where])
  if (!isFine) throw new Error(`helm template, ${example}: ${complaint}`)
  return output
    .replaceAll(CERTIFICATE, '$1MADE')
    .replaceAll(PERMISSIONS, '  permissions.conf: files/permissions.conf\n')
    .replaceAll(CHECKSUM, '$1MADE')
}

/** A change of the chart is seen in what it makes of every example. */
export function renders(examples, isWriting) {
  return examples.flatMap(example => {
    const file = join(chart, 'examples', example, 'rendered.yaml')
    const text = render(example)
    if (isWriting) writeFileSync(file, text)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return text === before
      ? []
      : [`examples/${example}/rendered.yaml is not what the chart makes: ${difference(before, text)}`]
  })
}

function difference(before, after) {
  const [was, is] = [before.split('\n'), after.split('\n')]
  const at = is.findIndex((line, n) => line !== was[n])
  return `line ${at + 1}, "${(was[at] ?? '').trim()}" would be "${(is[at] ?? '').trim()}"`
}
