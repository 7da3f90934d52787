#!/usr/bin/env node
import { telemetryOn } from '@daymark/platform/telemetry'

// before anything that loads http, or it is not traced
await telemetryOn()
const { main } = await import('./cli.ts')
await main(process.argv.slice(2))
