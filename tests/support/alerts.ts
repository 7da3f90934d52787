import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasProgram } from '@daymark/testing/outside'

const rules = join(import.meta.dirname, '../../deploy/prometheus/rules/platform.yml')
/** Longer than any alert waits. */
const MINUTES = 120

/** What GET /metrics of an operations port says. */
export const scrapeMetrics = async (ops: string): Promise<string> => (await fetch(`${ops}/metrics`)).text()
/** The samples of a name: those of all its labels, summed. */
export const metricValue = (metrics: string, name: string): number =>
  metrics
    .split('\n')
    .filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)

/**
 * Which of these alerts promtool has fire, by the rules of deploy/, where everything that is scraped stays as it is. Undefined where
 * there is no promtool.
 */
export function firingAlerts(alerts: string[], metrics: string, prefix: string): string[] | undefined {
  if (!hasProgram('promtool')) return undefined
  const lines = metrics.split('\n').filter(line => line.startsWith(prefix))
  return alerts.filter(alert => isFiring(alert, lines))
}

function isFiring(alert: string, lines: string[]): boolean {
  const [asIfFiring, asIfSilent] = [true, false].map(isFiring => runPromtool(alert, lines, isFiring))
  // neither is true where the rules or the samples cannot be read
  if (asIfFiring?.passes === asIfSilent?.passes) throw new Error(`${alert}: ${asIfFiring?.output}`)
  return asIfFiring?.passes === true
}

function runPromtool(alert: string, lines: string[], isFiring: boolean): { passes: boolean; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-alerts-'))
  const series = lines.map(line => {
    const at = line.lastIndexOf(' ')
    return { series: line.slice(0, at), values: `${line.slice(at + 1)}x${MINUTES}` }
  })
  const query = {
    expr: `count(ALERTS{alertname="${alert}", alertstate="firing"})`,
    eval_time: `${MINUTES}m`,
    exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
  }
  const tests = [{ interval: '1m', input_series: series, promql_expr_test: [query] }]
  const file = join(folder, 'test.yml')
  // JSON is YAML, too
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
    ...{ encoding: 'utf8', timeout: 60_000 },
  })
  rmSync(folder, { recursive: true, force: true })
  return { passes: status === 0, output: `${stdout}\n${stderr}` }
}
