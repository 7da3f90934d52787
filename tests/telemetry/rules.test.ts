import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeWith } from '@daymark/testing/outside'

const root = join(import.meta.dirname, '../..')
const files = (pattern: string) => globSync(pattern, { cwd: root }).map(path => join(root, path))
const text = (pattern: string) => files(pattern).map(path => readFileSync(path, 'utf8')).join('\n') // prettier-ignore
const all = (source: string, pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map(([, found]) => found))].sort() // prettier-ignore
const alerts = all(text('deploy/prometheus/rules/*.yml'), /- alert: (\w+)/g)

it('every alert has a test and a runbook with its name', () => {
  const tests = text('deploy/prometheus/tests/*.yml')
  const fires = /expr: '?count by \(alertname, severity\) \(ALERTS\{alertname="(\w+)"/g
  expect(alerts.length).toBeGreaterThan(10)
  expect(all(tests, fires)).toEqual(alerts)
  expect(all(readFileSync(join(root, 'docs/operations/runbooks.md'), 'utf8'), /^## (Daymark\w+)$/gm)).toEqual(alerts)
  expect(all(text('deploy/prometheus/rules/*.yml'), /runbook: docs\/operations\/runbooks\.md#(\w+)/g)).toEqual(
    alerts.map(name => name?.toLowerCase()),
  )
})

describeWith('promtool')('with promtool', () => {
  const promtool = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', timeout: 120_000 })
    return { status, output: `${stdout}\n${stderr}` }
  }
  it.each([
    ['accepts configuration and rules', ['check', 'config', ...files('deploy/prometheus/prometheus.yml')]],
    ['fires each alert for its fault', ['test', 'rules', ...files('deploy/prometheus/tests/*.yml')]],
  ])('%s', (_, args) => {
    const { status, output } = promtool(...args)
    expect(status === 0 ? '' : output).toBe('')
  })
})
