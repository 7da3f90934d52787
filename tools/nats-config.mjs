// Generates deploy/nats/permissions.conf and its copy in the chart: `node tools/nats-config.mjs [--check]`, after a build
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatPermissionsFile } from '@daymark/platform'
import { loadServices } from '../apps/daymark/dist/services.js'

const [file, copy] = ['deploy/nats/permissions.conf', 'charts/daymark/files/permissions.conf'].map(path =>
  join(import.meta.dirname, '..', path),
)
const services = await loadServices(['all'])
const expected = formatPermissionsFile(
  services.map(service => [service]),
  services,
)
if (!process.argv.includes('--check')) for (const path of [file, copy]) writeFileSync(path, expected)
else if (readFileSync(file, 'utf8') !== expected) {
  console.log('deploy/nats/permissions.conf differs from the services. Run node tools/nats-config.mjs.')
  process.exitCode = 1
}
process.exit()
