import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pollUntil, freePort } from '@daymark/testing/outside'

const deploy = join(import.meta.dirname, '../../deploy/prometheus')
type Sample = { metric: Record<string, string> }
type Answer = { status: string; error?: string; data?: { result: Sample[] } }

/** A real Prometheus with the rules of deploy/, which scrapes and evaluates every second. */
export class Prometheus {
  readonly url: string
  private readonly stopping: () => Promise<void>
  private constructor(url: string, stopping: () => Promise<void>) {
    this.url = url
    this.stopping = stopping
  }

  static async start(target: string): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'daymark-prometheus-'))
    const port = await freePort()
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [join(deploy, 'rules/*.yml')],
      scrape_configs: [{ job_name: 'daymark', static_configs: [{ targets: [target] }] }],
    }
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
    const args = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`]
    const child = spawn('prometheus', [...args, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' })
    const exited = once(child, 'exit')
    const url = `http://127.0.0.1:${port}`
    await pollUntil('Prometheus is ready', async () => {
      if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`)
      const answer = await fetch(`${url}/-/ready`).catch(() => undefined)
      return answer?.ok === true
    })
    return new Prometheus(url, async () => {
      child.kill()
      await exited
      rmSync(folder, { recursive: true, force: true })
    })
  }

  /** Evaluates an expression now. */
  async query(expression: string): Promise<Sample[]> {
    const body = new URLSearchParams({ query: expression })
    const answer = (await (await fetch(`${this.url}/api/v1/query`, { method: 'POST', body })).json()) as Answer
    if (answer.status !== 'success') throw new Error(`${expression}: ${answer.error}`)
    return answer.data?.result ?? []
  }

  /** Waits for this many more scrapes. */
  async scrapeMetrics(times: number): Promise<void> {
    const count = 'count_over_time(up{job="daymark"}[1h])'
    const scrapes = async () => Number((await this.value(count)) ?? 0)
    const before = await scrapes()
    await pollUntil(`${times} more scrapes`, async () => (await scrapes()) >= before + times)
  }

  async stop(): Promise<void> {
    await this.stopping()
  }

  private async value(expression: string): Promise<string | undefined> {
    const [sample] = (await this.query(expression)) as (Sample & { value: [number, string] })[]
    return sample?.value[1]
  }
}
