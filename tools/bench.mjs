// `npm run bench [names]`: installs the programs that the benchmarks compare with Daymark, builds the product, and runs the benchmarks
// (tests/load).
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from '../deploy/local/build.mjs'
import { install, findNode24, toolEnvironment } from '../deploy/local/install.mjs'
import { browser, installPrograms } from './programs/programs.mjs'
import { project, reportFailure } from '../deploy/local/settings.mjs'

const programs = [
  { command: 'vipsthumbnail', package: 'libvips-tools', without: 'the comparison of photos per second' },
  { command: 'nginx', package: 'nginx-light', without: 'the comparison of variants per second' },
  { command: 'wrk', package: 'wrk', without: 'the comparison of variants per second' },
  { ...browser, without: 'the web application in a browser' },
  { command: 'unzip', package: 'unzip', without: 'the test of the ZIP file with another program' },
]

try {
  await install(console.log, { withTools: true })
  for (const program of installPrograms(programs, console.log)) {
    console.log(`Skipped: ${program.without}, because ${program.command} is missing (${program.reason}).`)
  }
  await build(console.log)
  const args = [join(project, 'tests/load/main.mjs'), ...process.argv.slice(2)]
  const child = spawn(findNode24(), args, { cwd: project, env: toolEnvironment(), stdio: 'inherit' })
  // On an interrupt the benchmark itself stops the processes that it started. This process must not end before.
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => child.kill(name))
  process.exitCode = await new Promise(resolve => child.once('exit', code => resolve(code ?? 1)))
} catch (error) {
  reportFailure(error)
}
