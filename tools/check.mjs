// `npm run check [names]`: runs all checks of the sources that do not start the product.
import { join } from 'node:path'
import { install, findNode24, toolEnvironment } from '../deploy/local/install.mjs'
import { UserError, runTool } from '../deploy/local/processes.mjs'
import { project, reportFailure } from '../deploy/local/settings.mjs'

const nodeCommand = (...args) => [findNode24(), ...args]
const toolCommand = (path, ...args) => nodeCommand(join(project, 'node_modules', path), ...args)
const tsc = (...args) => toolCommand('typescript/bin/tsc', ...args)

const checks = {
  types: () => tsc('-b'),
  // first of the checks that run in parallel, because it takes longest
  format: () => toolCommand('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '--cache', '.'),
  'types of tests': () => tsc('-p', 'tsconfig.tests.json'),
  'types of web': () => tsc('-p', 'apps/web'),
  'types of the offline worker': () => tsc('-p', 'apps/web/src/offline/worker'),
  lint: () => toolCommand('oxlint/bin/oxlint', '-f', 'unix', '--report-unused-disable-directives-severity=error'),
  boundaries: () =>
    toolCommand(
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      ...['--config', 'tools/boundaries.cjs', 'libs', 'apps', 'tests', 'deploy', 'tools'],
    ),
  contracts: () => nodeCommand('--conditions=daymark-src', 'tools/contracts.mjs'),
  'api document': () => nodeCommand('--conditions=daymark-src', 'tools/openapi.mjs'),
  'types of the client': () => tsc('-p', 'libs/client', '--noEmit'),
  'client types': () => nodeCommand('tools/client-types.mjs'),
  styles: () => nodeCommand('tools/styles.mjs'),
  spelling: () => toolCommand('cspell/bin.mjs', '--no-progress', '--no-show-suggestions'),
  vocabulary: () => nodeCommand('tools/vocabulary.mjs'),
  configuration: () => nodeCommand('tools/config-docs.mjs', '--check'),
  charts: () => nodeCommand('tools/charts.mjs', '--if-there'),
  'bus permissions': () => nodeCommand('tools/nats-config.mjs', '--check'),
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  reportFailure(error)
}

async function main(requestedNames) {
  await install(console.log, { withTools: true })
  const names = requestedNames.length > 0 ? requestedNames : Object.keys(checks)
  const unknown = names.find(name => !checks[name])
  if (unknown) throw new UserError(`Unknown check "${unknown}". Checks: ${Object.keys(checks).join(', ')}.`)
  const failedNames = []
  // The check `types` runs before all others, because they use the files that it builds.
  if (names.includes('types') && !(await runCheck('types'))) failedNames.push('types')
  const pendingNames = names.filter(name => name !== 'types')
  // Two checks run at a time, because most of them use only one core.
  await Promise.all(
    [1, 2].map(async () => {
      for (let name = pendingNames.shift(); name; name = pendingNames.shift())
        if (!(await runCheck(name))) failedNames.push(name)
    }),
  )
  console.log(failedNames.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failedNames.join(', ')}`)
  process.exitCode = failedNames.length > 0 ? 1 : 0
}

async function runCheck(name) {
  const [command, ...args] = checks[name]()
  const startedAt = performance.now()
  const { status, output } = await runTool(command, args, { cwd: project, env: toolEnvironment({ NO_COLOR: '1' }) })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`)
  if (status !== 0) console.log(output.trimEnd().replace(/^/gm, '        '))
  return status === 0
}
