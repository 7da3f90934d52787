#!/usr/bin/env node
import { setSourceMapsSupport } from 'node:module'
import { processEnv } from '@daymark/platform/env'
import { restartWithHeapFlags } from './heap.ts'

const words = process.argv.slice(2)
restartWithHeapFlags(process.argv, processEnv())
// Stack traces name lines of the sources. Source maps of packages would take more than 10 MB.
setSourceMapsSupport(true, { nodeModules: false })
if (words[0] === 'health') await (await import('./health.ts')).checkHealth(processEnv())
else {
  // before any module loads http, otherwise it is not traced
  const { startTelemetry } = await import('@daymark/platform/telemetry')
  await startTelemetry()
  const { runCommand: main } = await import('./cli.ts')
  await main(words)
}
