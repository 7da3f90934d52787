#!/usr/bin/env node
import { processEnv } from '@daymark/platform/env'
import { restartWithHeapFlags } from './heap.ts'

const words = process.argv.slice(2)
restartWithHeapFlags(process.argv, processEnv())
if (words[0] === 'health') await (await import('./health.ts')).checkHealth(processEnv())
else {
  // before any module loads http, otherwise it is not traced
  const { startTelemetry } = await import('@daymark/platform/telemetry')
  await startTelemetry()
  const { runCommand: main } = await import('./cli.ts')
  await main(words)
}
