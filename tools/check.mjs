// `npm run check [names]`: everything about the sources that needs no running product.
import { join } from 'node:path'
import { install, node24, toolEnvironment } from '../deploy/local/install.mjs'
import { Refusal, runTool } from '../deploy/local/processes.mjs'
import { explain, project } from '../deploy/local/settings.mjs'

const node = (...args) => [node24(), ...args]
const tool = (path, ...args) => node(join(project, 'node_modules', path), ...args)
const tsc = (...args) => tool('typescript/bin/tsc', ...args)

const checks = {
  types: () => tsc('-b'),
  // the longest, so that it is not what the others' end waits for
  format: () => tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '--cache', '.'),
  'types of tests': () => tsc('-p', 'tsconfig.tests.json'),
  'types of web': () => tsc('-p', 'apps/web'),
  'types of the offline worker': () => tsc('-p', 'apps/web/src/offline/worker'),
  lint: () => tool('oxlint/bin/oxlint', '-f', 'unix'),
  boundaries: () =>
    tool(
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      ...['--config', 'tools/boundaries.cjs', 'libs', 'apps', 'tests', 'deploy', 'tools'],
    ),
  contracts: () => node('--conditions=daymark-src', 'tools/contracts.mjs'),
  'api document': () => node('--conditions=daymark-src', 'tools/openapi.mjs'),
  'types of the client': () => tsc('-p', 'libs/client', '--noEmit'),
  'client types': () => node('tools/client-types.mjs'),
  styles: () => node('tools/styles.mjs'),
  vocabulary: () => node('tools/vocabulary.mjs'),
  configuration: () => node('tools/config-docs.mjs', '--check'),
  charts: () => node('tools/charts.mjs', '--if-there'),
  'bus permissions': () => node('tools/nats-config.mjs', '--check'),
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const reason = explain(error, { dataDir: project })
  console.error(reason instanceof Refusal ? reason.message : reason)
  process.exitCode = 1
}

async function main(words) {
  await install(console.log, { withTools: true })
  const names = words.length > 0 ? words : Object.keys(checks)
  const unknown = names.find(name => !checks[name])
  if (unknown) throw new Refusal(`There is no check "${unknown}": ${Object.keys(checks).join(', ')}.`)
  const failed = []
  // First and alone: it also builds what the page of the configuration is read from.
  if (names.includes('types') && !(await passes('types'))) failed.push('types')
  const waiting = names.filter(name => name !== 'types')
  // Two at a time: most of these use one core.
  await Promise.all(
    [1, 2].map(async () => {
      for (let name = waiting.shift(); name; name = waiting.shift()) if (!(await passes(name))) failed.push(name)
    }),
  )
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

async function passes(name) {
  const [command, ...args] = checks[name]()
  const began = performance.now()
  const { status, output } = await runTool(command, args, { cwd: project, env: toolEnvironment({ NO_COLOR: '1' }) })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`)
  if (status !== 0) console.log(output.trimEnd().replace(/^/gm, '        '))
  return status === 0
}
