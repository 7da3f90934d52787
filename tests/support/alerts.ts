import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasProgram } from '@daymark/testing/outside'

const rules = join(import.meta.dirname, '../../deploy/prometheus/rules/platform.yml')
/** Longer than the `for` of any alert. */
const MINUTES = 120

/** Reads GET /metrics of an operations port. */
export async function scrapeMetrics(ops: string): Promise<string> {
  // The operations port closes idle connections after five seconds, and a request over a connection being closed fails.
  const response = await fetch(`${ops}/metrics`, { headers: { connection: 'close' } })
  return response.text()
}
/** The sum of all samples with this metric name. */
export const metricValue = (metrics: string, name: string): number =>
  metrics
    .split('\n')
    .filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)

/** The alerts that fire, by the rules in deploy/ and promtool, if these metrics do not change. Undefined without promtool. */
export function firingAlerts(alerts: string[], metrics: string, prefix: string): string[] | undefined {
  if (!hasProgram('promtool')) return undefined
  const lines = metrics.split('\n').filter(line => line.startsWith(prefix))
  return alerts.filter(alert => isFiring(alert, lines))
}

function isFiring(alert: string, lines: string[]): boolean {
  const [firing, silent] = [true, false].map(expected => runPromtool(alert, lines, expected))
  // promtool fails both expectations if it cannot read the rules or the samples
  if (firing?.passes === silent?.passes) throw new Error(`${alert}: ${firing?.output}`)
  return firing?.passes === true
}

function runPromtool(alert: string, lines: string[], expected: boolean): { passes: boolean; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-alerts-'))
  const series = lines.map(line => {
    const at = line.lastIndexOf(' ')
    return { series: line.slice(0, at), values: `${line.slice(at + 1)}x${MINUTES}` }
  })
  const query = {
    expr: `count(ALERTS{alertname="${alert}", alertstate="firing"})`,
    eval_time: `${MINUTES}m`,
    exp_samples: expected ? [{ labels: '{}', value: 1 }] : [],
  }
  const tests = [{ interval: '1m', input_series: series, promql_expr_test: [query] }]
  const file = join(folder, 'test.yml')
  // JSON is valid YAML
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  rmSync(folder, { recursive: true, force: true })
  return { passes: status === 0, output: `${stdout}\n${stderr}` }
}
