import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { Mailbox } from '@daymark/testing/mailbox'
import { describeWith, pollUntil, freePort, Receiver, TestStripe } from '@daymark/testing/outside'
import { install, type Installation } from '../support/installation.ts'
import { daymark } from '../support/server.ts'
import { BusyRun } from './busy-run.ts'
import { startCollector } from './collector.ts'
import { Prometheus } from './prometheus.ts'

type Board = { title: string; panels: { id: number; title: string; targets: { expr: string }[] }[] }
const bash = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const boards = globSync('deploy/grafana/dashboards/*.json', { cwd: root }).map(
  path => JSON.parse(readFileSync(join(root, path), 'utf8')) as Board,
)
const panels = boards.flatMap(({ title, panels }) =>
  panels.flatMap(panel => panel.targets.map(({ expr }) => [title, panel.title, expr] as const)),
)
/** Only with a single process, because separate services have the same metrics and logs. */
const onMemory = process.env['DAYMARK_TEST_BUS'] === 'nats' ? describe.skip : describe

onMemory('a complete run with all telemetry enabled', () => {
  let place: Installation
  let collector: Awaited<ReturnType<typeof startCollector>>
  let mailbox: Mailbox
  let receiver: Receiver
  let stripe: TestStripe
  let run: BusyRun
  let ops: string
  const metrics = async () => (await fetch(`http://${ops}/metrics`)).text()
  /** Complete log lines; the last one may be incomplete. */
  const lines = () => place.servers.map(({ log }) => log.slice(0, log.lastIndexOf('\n') + 1)).join('')

  beforeAll(async () => {
    ;[collector, mailbox, receiver, stripe] = await Promise.all([
      startCollector(),
      Mailbox.open(),
      Receiver.open(),
      TestStripe.start(),
    ])
    const port = await freePort()
    ops = `127.0.0.1:${port}`
    place = await install('memory', {
      ...mailbox.env,
      ...stripe.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      DAYMARK_OPS_PORT: String(port),
      DAYMARK_LOG_LEVEL: 'trace',
      DAYMARK_GATEWAY_TRUST_PROXY: '1',
      DAYMARK_DEVELOPER_WEBHOOK_PRIVATE_ADDRESSES: 'true',
    })
    run = await BusyRun.begin({ place, mailbox, receiver, stripe })
    await run.round()
  })
  afterAll(async () => {
    await place?.stop()
    await stripe?.stop()
    await receiver?.close()
    await mailbox?.stop()
    collector?.stop()
  })

  /** Contents of the archive of `daymark support-bundle`. */
  async function bundle(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'daymark-bundle-'))
    try {
      const [path, log] = [join(folder, 'bundle.tar.gz'), join(folder, 'daymark.log')]
      writeFileSync(log, lines())
      await daymark(['support-bundle', path, '--log', log], place.settings)
      return gunzipSync(readFileSync(path)).toString()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it('logs, traces, metrics and support bundle contain no token, password, cookie, address or file name', async () => {
    const seen = collector.spans.length
    await place.visitor().get('/api/version')
    await pollUntil('later spans have arrived', async () => collector.spans.length > seen)
    const places: Record<string, string> = {
      log: place.servers.map(server => server.log).join('\n'),
      traces: collector.bodies.join('\n'),
      metrics: await metrics(),
      bundle: await bundle(),
    }
    for (const text of Object.values(places)) expect(text.length).toBeGreaterThan(5000)
    const found = Object.entries(places).flatMap(([where, text]) =>
      Object.entries(run.secrets)
        .filter(([, secret]) => [secret, encodeURIComponent(secret)].some(one => text.includes(one)))
        .map(([what, secret]) => `${what} in ${where}: ${contextOf(text, secret)}`),
    )
    expect(found).toEqual([])
    // The bundle contains the information that it is for.
    for (const part of ['database: Postgres', '"services":{', '"DAYMARK_OPS_PORT": "', 'daymark_outbox_rows{'])
      expect(places['bundle']).toContain(part)
    for (const part of ['"daymark": "1', '"service": "library"', '"event":"http.request"', '"DAYMARK_SECRET": "[set]"'])
      expect(places['bundle']).toContain(part)
  })

  describeWith('prometheus')('a real Prometheus', () => {
    let prometheus: Prometheus
    beforeAll(async () => {
      prometheus = await Prometheus.start(ops)
      // Prometheus sees growth of new counters only from the second run on.
      await prometheus.scrapeMetrics(2)
      await run.round()
      await prometheus.scrapeMetrics(2)
    })
    afterAll(() => prometheus?.stop())

    it('every panel of the five dashboards has data', async () => {
      expect(boards).toHaveLength(5)
      let empty: string[] = []
      const look = async (): Promise<boolean> => {
        empty = []
        for (const [board, title, expr] of panels) {
          const answer = await prometheus.query(expr.replaceAll('$__rate_interval', '5m'))
          if (answer.length === 0) empty.push(`${board}, ${title}: ${expr}`)
        }
        return empty.length === 0
      }
      // Rules are evaluated shortly after the scrape.
      await pollUntil('data for every panel', look).catch(() => undefined)
      expect(empty).toEqual([])
    })

    it('has all metrics and labels that the rule tests use', async () => {
      const asked = globSync('deploy/prometheus/tests/*.yml', { cwd: root }).flatMap(path =>
        [...readFileSync(join(root, path), 'utf8').matchAll(/series: '?([a-z0-9_]+)\{(.*)\}/g)].map(
          ([, name = '', labels = '']) => [name, labels] as const,
        ),
      )
      const missing: string[] = []
      for (const name of new Set(asked.map(([name]) => name)))
        if (!name.startsWith('daymark_rpc_refused')) {
          const [, labels = ''] = asked.find(one => one[0] === name) ?? []
          const wanted = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label)
          const there = (await prometheus.query(name)).map(({ metric }) => Object.keys(metric))
          if (!there.some(keys => wanted.every(label => keys.includes(label ?? '')))) missing.push(`${name}{${labels}}`)
        }
      expect(asked.length).toBeGreaterThan(20)
      expect(missing).toEqual([])
    })

    it('the commands in the runbooks work', async () => {
      const text = readFileSync(join(root, 'docs/operations/runbooks.md'), 'utf8')
      const commands = [...text.matchAll(/`((?:curl|jq) [^`]*)`/g)].map(([, command = '']) => command)
      expect(commands.length).toBeGreaterThan(20)
      const folder = mkdtempSync(join(tmpdir(), 'daymark-runbooks-'))
      const log = join(folder, 'daymark.log')
      writeFileSync(log, lines())
      const env = { PATH: process.env['PATH'], OPS: `http://${ops}`, PROM: prometheus.url, LOG: log }
      const failed = await Promise.all(
        commands.map(async command => {
          const { stdout } = await bash('bash', ['-o', 'pipefail', '-c', command], { env, timeout: 60_000 })
          // jq searches for faults, and there may be none.
          return stdout.length > 0 || command.startsWith('jq') ? [] : [`${command}: no output`]
        }),
      )
      rmSync(folder, { recursive: true, force: true })
      expect(failed.flat()).toEqual([])
    })

    it('docs/operations/telemetry.md lists all metrics', async () => {
      const text = readFileSync(join(root, 'docs/operations/telemetry.md'), 'utf8')
      const documented = [...text.matchAll(/^\| `([a-z0-9_.]+)`/gm)].map(([, name = '']) => name.replaceAll('.', '_'))
      const families = [...(await metrics()).matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)
      const plain = (name: string) => name.replace(/_total$/, '').replace(/_(seconds|bytes|ratio)$/, '')
      expect(families.filter(name => !documented.includes(name) && !documented.includes(plain(name)))).toEqual([])
      expect(families.length).toBeGreaterThan(30)
    })
  })
})

/** The text around a leaked secret. */
const contextOf = (text: string, secret: string): string => {
  const at = Math.max(text.indexOf(secret), text.indexOf(encodeURIComponent(secret)))
  return text.slice(Math.max(0, at - 200), at + 100)
}
