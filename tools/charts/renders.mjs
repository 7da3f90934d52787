import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../../deploy/local/settings.mjs'
import { runTool } from './tools.mjs'

export const chartFolder = join(project, 'charts/daymark')
const valuesFile = example => join(chartFolder, 'examples', example, 'values.yaml')
/** Certificates are removed before the comparison, because Helm generates a new certificate for the bus at each rendering. */
const CERTIFICATE_LINES = /^( {2}(?:ca\.crt|tls\.crt|tls\.key): ).{100,}$/gm

/** The permissions of the bus are removed too, because each new event changes them; copies.mjs compares them. */
const PERMISSIONS_BLOCK = /^ {2}permissions\.conf: \|\n(?: {4}.*\n|\n)+/gm
const CHECKSUM_LINE = /^( +checksum\/config: )[0-9a-f]{64}$/gm

export function lintChart(examples) {
  return examples.flatMap(example => {
    const { errorOutput, isSuccess } = runTool('helm', [
      'lint',
      '--strict',
      '--quiet',
      chartFolder,
      '--values',
      valuesFile(example),
    ])
    return isSuccess ? [] : [`helm lint, ${example}: ${errorOutput}`]
  })
}

function renderExample(example) {
  const options = ['--namespace', 'photos', '--kube-version', '1.36.3', '--values', valuesFile(example)]
  const { output, errorOutput, isSuccess } = runTool('helm', ['template', 'daymark', chartFolder, ...options])
  if (!isSuccess) throw new Error(`helm template, ${example}: ${errorOutput}`)
  return output
    .replaceAll(CERTIFICATE_LINES, '$1MADE')
    .replaceAll(PERMISSIONS_BLOCK, '  permissions.conf: files/permissions.conf\n')
    .replaceAll(CHECKSUM_LINE, '$1MADE')
}

/**
 * Renders the chart with each example and compares the result with the committed file, or writes it if `isWriting`. With the committed
 * results, a review shows the effect of each change of the chart.
 */
export function checkRenderedExamples(examples, isWriting) {
  return examples.flatMap(example => {
    const file = join(chartFolder, 'examples', example, 'rendered.yaml')
    const text = renderExample(example)
    if (isWriting) writeFileSync(file, text)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return text === before
      ? []
      : [`examples/${example}/rendered.yaml differs from the rendered chart: ${describeDifference(before, text)}`]
  })
}

function describeDifference(before, after) {
  const [previousLines, currentLines] = [before.split('\n'), after.split('\n')]
  const index = currentLines.findIndex((line, n) => line !== previousLines[n])
  return `line ${index + 1} is "${(previousLines[index] ?? '').trim()}" and would be "${(currentLines[index] ?? '').trim()}"`
}
