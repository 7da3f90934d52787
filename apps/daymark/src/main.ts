#!/usr/bin/env node
import { telemetryOn } from '@daymark/platform/telemetry'

// before anything that loads http or pg, or they are not traced
await telemetryOn()
const { main } = await import('./cli.ts')
await main(process.argv.slice(2))
