#!/usr/bin/env node
import { setSourceMapsSupport } from 'node:module'
import { processEnv } from '@daymark/platform/env'
import { restartWithHeapFlags } from './heap.ts'

const args = process.argv.slice(2)
restartWithHeapFlags(process.argv, processEnv())
// Makes stack traces refer to lines of the sources of Daymark. Source maps of packages are not loaded, because they would take more than 10
// MB.
setSourceMapsSupport(true, { nodeModules: false })
if (args[0] === 'health') await (await import('./health.ts')).checkHealth(processEnv())
else {
  // telemetry must start before any module loads http, because it replaces functions of http
  const { startTelemetry } = await import('@daymark/platform/telemetry')
  await startTelemetry()
  const { runCommand: main } = await import('./cli.ts')
  await main(args)
}
